import { npmCommand } from '../../../start/machine/npm-command';

describe('the npm command', () => {
	test('is the very npm that runs the script', () => {
		expect(npmCommand(['ci'], { npm_execpath: '/lib/npm/bin/npm-cli.js' })).toEqual({
			command: process.execPath,
			args: ['/lib/npm/bin/npm-cli.js', 'ci'],
		});
	});

	test.each([undefined, '', '/lib/yarn/bin/yarn.js'])(
		'is the one of the PATH when the script runner is %p',
		(npm_execpath) => {
			expect(npmCommand(['ci'], { npm_execpath })).toEqual({ command: 'npm', args: ['ci'] });
		},
	);
});
