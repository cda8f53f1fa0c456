/** What a long test imports before the tests it has run with more events than usual. */
process.env.EVENTS ??= '1000';
