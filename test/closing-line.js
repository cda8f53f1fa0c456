/**
 * Ends a run with one plain line, `N passed, N failed`, which CI reads. A file that could not
 * even be loaded counts as one failure, so a broken import never looks like success.
 */
module.exports = class ClosingLine {
	onRunComplete(_contexts, results) {
		const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
		const skipped = results.numPendingTests + results.numTodoTests;
		const tail = skipped > 0 ? `, ${skipped} skipped` : '';
		// At exit, because the runner prints its own summary after the reporters have run.
		process.once('exit', () => {
			process.stdout.write(`${results.numPassedTests} passed, ${failed} failed${tail}\n`);
		});
	}
};
