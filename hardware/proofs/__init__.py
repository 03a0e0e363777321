"""What is computed of the second table before anybody builds it; each goal has a mutation that misses it."""
