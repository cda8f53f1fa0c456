/**
 * After a run that failed in few files: runs those once more, alone, one at a time. A file that
 * passes then is named FLAKY; a name seen twice is a fault to mend before anything else. Fails when
 * a file fails again, when more than a few failed, or when the run did not come to its tests.
 */
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { failedFile } = require('./closing-line');

const filesMax = 3;

function main() {
	const failed = fs.existsSync(failedFile) ? JSON.parse(fs.readFileSync(failedFile, 'utf8')) : [];
	if (failed.length === 0 || failed.length > filesMax) process.exit(1);
	for (const { file, project } of failed) {
		const jest = path.join('node_modules', 'jest', 'bin', 'jest.js');
		const args = [jest, '--runInBand', '--selectProjects', project, '--runTestsByPath', file];
		const cwd = path.resolve(__dirname, '..');
		const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit' });
		if (status !== 0) process.exit(1);
	}
	for (const { file, project } of failed) process.stdout.write(`FLAKY ${file} (${project})\n`);
}

main();
