"""The doors of the server for programs: REST, and what every HTTP answer has in common."""
