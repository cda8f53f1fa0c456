import { isPrivate } from '../../server/private-files';

const root = 0;
const user = 1000;

test.each([
	[0o600, user, true],
	[0o400, user, true],
	[0o440, user, false],
	[0o640, user, false],
	[0o604, user, false],
	[0o400, root, true],
	[0o440, root, true],
	[0o640, root, true],
	[0o444, root, false],
	[0o460, root, false],
	[0o602, root, false],
])('a file of keys with the mode %o of user %d is private: %s', (mode, uid, isRight) => {
	expect(isPrivate({ mode: 0o100000 | mode, uid })).toBe(isRight);
});
