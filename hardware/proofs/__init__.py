"""What is computed of the table before anybody builds it; each goal has a mutation that misses it."""
