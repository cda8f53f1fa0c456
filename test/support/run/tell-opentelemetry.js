/** Has a process print at its end which packages of OpenTelemetry it has loaded. */
process.once('exit', () => {
	const names = Object.keys(require.cache).flatMap(
		(file) => /node_modules\/(@opentelemetry\/[\w-]+)\//.exec(file)?.[1] ?? [],
	);
	process.stdout.write(`loaded: ${[...new Set(names)].sort().join(' ')}\n`);
});
