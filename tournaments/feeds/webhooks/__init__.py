"""Webhooks by Standard Webhooks 1.0.0: signed, thin, at least once, in no particular order.

``outbox``    writes deliveries in the transaction of the change
``sending``   claims one, sends it outside any transaction, notes what came of it
``http``      one request that cannot be led astray: no private addresses, no redirects, 10 s
``signing``   what is signed, with which secrets;  ``secrets``  how those are kept
``services``  what organisers do with endpoints;   ``redelivery``  and with deliveries

Correctness lives in the rows: a broker that loses a message, or a worker that
dies between sending and noting, costs time or a repetition with the same
``webhook-id``, never an event.
"""
