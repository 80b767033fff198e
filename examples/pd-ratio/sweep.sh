#!/bin/sh
# One line for each split of the GPUs: how long requests wait, and how many of them meet both
# objectives, TTFT and TPOT in ms. Arguments go to serqc: sh sweep.sh --set rate=16
echo "NP ND   TTFT p50      p99  TPOT p50      p99   good/s"
for np in 2 3 4 5 6; do
  serqc pd-ratio.sq --set NP=$np "$@" | serqsim --quiet --slo ttft:500,tpot:20 |
    awk -v np=$np '
      $1 == "TTFT" { ttft = sprintf("%10.0f %8.0f", $4, $6) }
      $1 == "TPOT" { tpot = sprintf("%9.1f %8.1f", $4, $6) }
      $1 == "throughput" { printf "%2d %2d %s %s %8.2f\n", np, 8 - np, ttft, tpot, $3 }'
done
