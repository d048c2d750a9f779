"""The tie-break calculator as a page that works without JavaScript, cookies and an account.

``form`` reads what was sent and does what the button says, ``page`` turns an
answer into what the template shows, ``texts`` has the words, ``views`` the route.
"""
