/**
 * Ends a run with a table of what it cost, a list of the files that failed for `again.js`, and one
 * plain line, `N passed, N failed`, which CI reads. A file that could not even be loaded counts as
 * one failure, so a broken import never looks like success.
 */
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..');
const failedFile = path.join(root, 'node_modules', '.cache', 'sealkeeper-failed.json');
const timesFile = path.join(root, 'node_modules', '.cache', 'sealkeeper-times.json');
const shownMax = 10;
/** A file that takes longer belongs into the full tier, or has to become cheaper. */
const quickFileSecondsMax = 20;

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

function costs(results, wallMs) {
	const files = results.testResults
		.map(({ testFilePath, perfStats, displayName }) => ({
			name: `${path.relative(root, testFilePath)} (${displayName?.name ?? 'all'})`,
			ms: perfStats.end - perfStats.start,
		}))
		.sort((a, b) => b.ms - a.ms);
	const dear = files.filter(({ ms }) => ms > quickFileSecondsMax * 1000);
	const shown = files.slice(0, Math.max(shownMax, dear.length));
	const isQuick = (process.env.TEST_TIER ?? 'quick') === 'quick';
	return [
		`Wall time ${seconds(wallMs)}, file time ${seconds(files.reduce((sum, { ms }) => sum + ms, 0))}, ${files.length} files; the dearest:`,
		...(isQuick ? shown : files.slice(0, shownMax)).map(
			({ name, ms }) =>
				`  ${seconds(ms).padStart(8)}  ${name}${isQuick && ms > quickFileSecondsMax * 1000 ? `  over ${quickFileSecondsMax} s` : ''}`,
		),
	];
}

/** For whoever looks for what a run costs. */
function writeTimes(results) {
	const times = results.testResults.map(({ testFilePath, perfStats, displayName }) => ({
		file: path.relative(root, testFilePath),
		project: displayName?.name ?? 'all',
		ms: perfStats.end - perfStats.start,
	}));
	fs.writeFileSync(timesFile, JSON.stringify(times));
}

function writeFailed(results) {
	const failed = results.testResults
		.filter(({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError)
		.map(({ testFilePath, displayName }) => ({
			file: path.relative(root, testFilePath),
			project: displayName?.name ?? 'all',
		}));
	fs.mkdirSync(path.dirname(failedFile), { recursive: true });
	fs.writeFileSync(failedFile, JSON.stringify(failed));
}

module.exports = class ClosingLine {
	onRunComplete(_contexts, results) {
		const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
		const skipped = results.numPendingTests + results.numTodoTests;
		const tail = skipped > 0 ? `, ${skipped} skipped` : '';
		writeFailed(results);
		writeTimes(results);
		const wallMs = Date.now() - results.startTime;
		// At exit, because the runner prints its own summary after the reporters have run.
		process.once('exit', () => {
			const lines = [
				...costs(results, wallMs),
				`${results.numPassedTests} passed, ${failed} failed${tail}`,
			];
			process.stdout.write(`${lines.join('\n')}\n`);
		});
	}
};
module.exports.failedFile = failedFile;
