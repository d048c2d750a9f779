"""Long work as rows: what was asked, who works on it, what came out.

A task takes one row's id, claims it with a conditional update and a lease,
computes outside any transaction and publishes in a short one only if what it
read still holds.  Correctness never depends on the broker.
"""
