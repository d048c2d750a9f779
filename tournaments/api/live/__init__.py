"""Changes as they happen: server-sent events, and long polls that hold no thread.

Only the ASGI process does this.  Django answers the first request of a
connection as any other (who calls, what he may see, where he is), and its
answer is the whole refusal if there is one.  Then Django is done: a connection
that waits costs a coroutine, no thread and no database connection.

``asgi``       which requests are held, and how Django is asked
``broadcast``  one reader per tournament and view, whatever the number of listeners
``access``     whether those who listen still may, asked for all of them at once
"""
