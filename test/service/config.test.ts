/** Every setting has a default that works, and one that cannot be meant is refused by its name. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readConfig } from '../../service/config';

test('without any setting the service is local, on its usual port', () => {
	expect(readConfig({})).toMatchObject({
		dataFolder: path.resolve('.data'),
		host: '127.0.0.1',
		port: 8080,
		publicUrl: undefined,
		logLevel: 'info',
	});
});

const oidc = {
	OIDC_ISSUER: 'https://id.test/realm/',
	OIDC_CLIENT_ID: 'seal',
	OIDC_CLIENT_SECRET: 'secret',
};
const rolesOf = (OIDC_ROLES: string) => ({ ...oidc, OIDC_ORGANISATION: 'a', OIDC_ROLES });

test('a setting that is empty counts as absent', () => {
	expect(readConfig({ PORT: '', PUBLIC_URL: '', FILE_SIZE_BYTES_MAX: '' })).toEqual(readConfig({}));
});

test.each([
	[{ PORT: '0' }, { port: 0 }],
	[{ PORT: '65535' }, { port: 65_535 }],
	[{ SEALKEEPER_DATA: 'data' }, { dataFolder: path.resolve('data') }],
	[{ PUBLIC_URL: 'https://seal.test:8443//' }, { publicUrl: 'https://seal.test:8443' }],
	[{ PUBLIC_URL: 'http://[::1]:8080' }, { publicUrl: 'http://[::1]:8080' }],
	[{ FILE_SIZE_BYTES_MAX: '1000' }, { fileSizeBytesMax: 1000 }],
	[{ REQUESTS_PER_MINUTE_MAX: '1' }, { requestsPerMinuteMax: 1 }],
	[{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
	[{}, { trustedProxies: [] }],
	[{ TRUSTED_PROXIES: '::1, 10.0.0.0/8' }, { trustedProxies: ['::1', '10.0.0.0/8'] }],
	[{}, { mailing: { sender: { name: 'Sealkeeper', address: 'no-reply@sealkeeper.local' } } }],
	[
		{ SMTP_URL: 'smtps://ann%40a.test:p%2Fq@mail.test', MAIL_FROM: 'Harbour <a@b.test>' },
		{
			mailing: {
				smtp: { host: 'mail.test', port: 465, isTls: true, user: 'ann@a.test', password: 'p/q' },
				sender: { name: 'Harbour', address: 'a@b.test' },
			},
		},
	],
	[
		{ SMTP_URL: 'smtp://u:p@mail.test', MAIL_FROM: 'a@b.test' },
		{ mailing: { smtp: { port: 587, isTls: false, demandsTls: true } } },
	],
	[
		{ SMTP_URL: 'smtp://u:p@127.0.0.1:25', MAIL_FROM: '"A, B" <a@b.test>' },
		{ mailing: { smtp: { port: 25, demandsTls: false }, sender: { name: 'A, B' } } },
	],
	[{}, { oidc: undefined }],
	[
		{ ...oidc, OIDC_ORGANISATION: 'a', OIDC_ROLES: 'b=Admin , /c=d = SealerUser+UserAdmin' },
		{
			oidc: {
				issuer: new URL('https://id.test/realm/'),
				clientId: 'seal',
				clientSecret: 'secret',
				name: "your organisation's sign-in",
				organisationId: 'a',
				groupsClaim: 'groups',
				roles: new Map([
					['b', ['Admin']],
					['/c=d', ['UserAdmin', 'SealerUser']],
				]),
			},
		},
	],
	[{ ...oidc, OIDC_ISSUER: 'http://[::1]:9000' }, { oidc: { roles: undefined } }],
])('%j is read as %j', (environment, wanted) => {
	expect(readConfig(environment)).toMatchObject(wanted);
});

test.each([
	[{ PORT: '65536' }, "PORT must be a whole number from 0 to 65535, not '65536'"],
	[{ PORT: '-1' }, "PORT must be a whole number from 0 to 65535, not '-1'"],
	[{ PORT: '80a' }, "PORT must be a whole number from 0 to 65535, not '80a'"],
	[{ PORT: '1e3' }, "PORT must be a whole number from 0 to 65535, not '1e3'"],
	[{ FILE_SIZE_BYTES_MAX: '0' }, 'FILE_SIZE_BYTES_MAX must be a whole number from 1'],
	[{ FILE_SIZE_BYTES_MAX: '1.5' }, 'FILE_SIZE_BYTES_MAX must be a whole number from 1'],
	[{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be addresses or networks such as'],
	[{ TRUSTED_PROXIES: '10.0.0.1,' }, 'TRUSTED_PROXIES must be addresses or networks such as'],
	[{ TRUSTED_PROXIES: 'proxy.test' }, 'TRUSTED_PROXIES must be addresses or networks such as'],
	[{ REQUESTS_PER_MINUTE_MAX: '0' }, 'REQUESTS_PER_MINUTE_MAX must be a whole number from 1'],
	[{ PUBLIC_URL: 'seal.test' }, 'PUBLIC_URL must be an address beginning with http://'],
	[{ PUBLIC_URL: 'ftp://seal.test' }, 'PUBLIC_URL must be an address beginning with http://'],
	[
		{ SMTP_URL: 'http://mail.test' },
		'SMTP_URL must be an address beginning with smtp:// or smtps://',
	],
	[{ SMTP_URL: 'smtp://mail.test' }, 'MAIL_FROM must be set where SMTP_URL is'],
	[{ SMTP_URL: 'smtp://mail.test/x', MAIL_FROM: 'a@b.test' }, 'SMTP_URL must be smtp://HOST'],
	[{ SMTP_URL: 'smtp://u:%zz@mail.test', MAIL_FROM: 'a@b.test' }, 'SMTP_URL must be smtp://HOST'],
	[{ MAIL_FROM: 'Harbour' }, 'MAIL_FROM must be an e-mail address'],
	[{ MAIL_FROM: 'A <a@b.test>, B <b@b.test>' }, 'MAIL_FROM must be an e-mail address'],
	[{ OIDC_ISSUER: 'https://id.test' }, 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must'],
	[{ OIDC_ROLES: 'a=Admin' }, 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set'],
	[{ ...oidc, OIDC_ISSUER: 'id.test' }, 'OIDC_ISSUER must be the address of the provider'],
	[{ ...oidc, OIDC_ISSUER: 'https://a:b@id.test' }, 'OIDC_ISSUER must be the address of the'],
	[{ ...oidc, OIDC_ISSUER: 'http://id.test' }, 'OIDC_ISSUER must begin with https://'],
	[{ ...oidc, OIDC_NAME: 'a\nb' }, 'OIDC_NAME must be a name of at most 60 characters'],
	[{ ...oidc, OIDC_ROLES: 'a=Admin' }, 'OIDC_ORGANISATION must be set where OIDC_ROLES is'],
	[rolesOf('a=Boss'), 'OIDC_ROLES must be pairs such as office=SealerAdmin+KeeperAdmin'],
	[rolesOf('a=Admin,'), 'with roles of Admin, UserAdmin'],
	[rolesOf('=Admin'), "not '=Admin'"],
	[rolesOf('Admin'), "not 'Admin'"],
	[rolesOf('a='), "not 'a='"],
	[rolesOf('a=Admin+Admin'), "not 'a=Admin+Admin'"],
	[rolesOf('a=Admin,a=Billing'), "not 'a=Billing'"],
	[
		{ LOG_LEVEL: 'loud' },
		"LOG_LEVEL must be one of fatal, error, warn, info, debug, silent, not 'loud'",
	],
])('%j is refused', (environment, sentence) => {
	expect(() => readConfig(environment)).toThrow(sentence);
});

test.each([
	'https://seal.test/base',
	'https://seal.test/base/',
	'https://seal.test/?x',
	'https://name:password@seal.test',
	'https://seal.test#part',
])('PUBLIC_URL=%s is refused, since pages and links begin at the root', (PUBLIC_URL) => {
	const sentence = 'and nothing behind its host and port, such as https://seal.example.com';
	expect(() => readConfig({ PUBLIC_URL })).toThrow(sentence);
});

test('no sentence repeats the address of the mail server, which may hold a password', () => {
	const read = () => readConfig({ SMTP_URL: 'smtp://u:secret@mail.test/x', MAIL_FROM: 'a@b.test' });
	expect(read).not.toThrow('secret');
});

test.each([
	['service/main.ts', 'PORT', 'SEALKEEPER_DTA', 'SEALKEEPER_DATA'],
	['exchange/main.ts', 'EXCHANGE_PORT', 'EXCHANGE_PROT', 'EXCHANGE_PORT'],
])('%s refuses %s at start, and reports %s', (program, variable, unknown, nearest) => {
	const root = path.resolve(__dirname, '../..');
	const runner = path.join(root, 'test/support/run/run-typescript.js');
	const { status, stdout, stderr } = spawnSync(process.execPath, [runner, program], {
		cwd: root,
		env: { [variable]: 'tcp://10.0.0.1:80', [unknown]: 'x' },
		encoding: 'utf8',
	});
	expect([status, stdout, stderr.trimEnd().split('\n')]).toEqual([
		1,
		'',
		[
			`${unknown} is no setting and does nothing; did you mean ${nearest}?`,
			`${variable} must be a whole number from 0 to 65535, not 'tcp://10.0.0.1:80'`,
		],
	]);
});
