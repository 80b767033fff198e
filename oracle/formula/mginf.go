package formula

// MGInf is M/G/∞, a delay: the mean number present, λE[S], for Poisson arrivals
// and any distribution of the stay; by Little's law it holds for any arrivals
// at rate lambda. Source: Kleinrock, "Queueing Systems", vol. 1 (1975), §3.4;
// Mirasol, Oper. Res. 11 (1963).
func MGInf(lambda, mean float64) float64 { return lambda * mean }
