/** `compose.yaml`, read as a compose program reads it: what one part names, another one brings. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import * as exchange from '../../exchange/config';
import { variablesOf } from '../../server/config/environment';
import * as service from '../../service/config';

interface Part {
	readonly image?: string;
	readonly environment?: Readonly<Record<string, string>>;
	readonly secrets?: readonly string[];
	readonly volumes?: readonly string[];
	readonly networks?: readonly string[];
	readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
	readonly healthcheck?: object;
	readonly build?: object;
	readonly read_only?: boolean;
	readonly user?: string;
	readonly command?: readonly string[];
}

interface Compose {
	readonly services: Readonly<Record<string, Part>>;
	readonly networks: Readonly<Record<string, object>>;
	readonly volumes: Readonly<Record<string, object>>;
	readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const root = path.resolve(__dirname, '../..');
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const parts = Object.entries(compose.services);

test.each(parts)('%s names networks, volumes, secrets and parts that are there', (_name, part) => {
	expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining([...(part.networks ?? [])]));
	expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining([...(part.secrets ?? [])]));
	for (const [source = ''] of (part.volumes ?? []).map((volume) => volume.split(':'))) {
		if (source.startsWith('.')) expect(fs.existsSync(path.join(root, source))).toBe(true);
		else expect(Object.keys(compose.volumes)).toContain(source);
	}
	for (const [name, { condition }] of Object.entries(part.depends_on ?? {})) {
		const other = compose.services[name];
		expect(condition).toBe('service_healthy');
		expect(other?.healthcheck ?? other?.build).toBeDefined();
	}
	for (const [name, value] of Object.entries(part.environment ?? {})) {
		if (!name.endsWith('_FILE')) continue;
		const [, secret = value] = /^\/run\/secrets\/(.+)$/.exec(value) ?? [];
		expect(part.secrets).toContain(secret);
	}
});

test('every volume, network and secret is used', () => {
	const used = (of: (part: Part) => readonly string[] | undefined) =>
		new Set(parts.flatMap(([, part]) => of(part) ?? []));
	const volumes = [...used(({ volumes }) => volumes)].map((volume) => volume.split(':')[0]);
	expect(volumes).toEqual(expect.arrayContaining(Object.keys(compose.volumes)));
	expect([...used(({ networks }) => networks)].sort()).toEqual(
		Object.keys(compose.networks).sort(),
	);
	expect([...used(({ secrets }) => secrets)].sort()).toEqual(Object.keys(compose.secrets).sort());
});

test.each([
	['service', service.settings],
	['exchange', exchange.settings],
] as const)('%s has a read-only root and settings that are settings', (name, settings) => {
	const part = compose.services[name];
	expect(part?.read_only).toBe(true);
	expect(variablesOf(settings)).toEqual(
		expect.arrayContaining(Object.keys(part?.environment ?? {})),
	);
});

test('the secrets it names are made by its script, and both programs take them', () => {
	const top = fs.mkdtempSync(path.join(os.tmpdir(), 'compose-secrets-'));
	const folder = path.join(top, 'secrets');
	const script = path.join(root, 'deploy/compose/make-secrets.sh');
	const make = () =>
		execFileSync('sh', [script, folder, String(process.getgid?.())], { stdio: 'pipe' });
	make();
	expect(fs.readdirSync(folder).sort()).toEqual(
		Object.values(compose.secrets)
			.map(({ file }) => path.basename(file))
			.sort(),
	);
	for (const name of fs.readdirSync(folder)) {
		expect(fs.statSync(path.join(folder, name)).mode & 0o777).toBe(0o440);
		// Whoever runs the tests may be no root.
		fs.chmodSync(path.join(folder, name), 0o400);
	}
	const environmentOf = (name: string) =>
		Object.fromEntries(
			Object.entries(compose.services[name]?.environment ?? {})
				.filter(([variable]) => variable.endsWith('_FILE'))
				.map(([variable, value]) => [variable, value.replace('/run/secrets', folder)]),
		);
	const { databaseUrl, redisUrl } = service.readConfig(environmentOf('service'));
	expect(exchange.readConfig(environmentOf('exchange'))).toMatchObject({ databaseUrl, redisUrl });
	const password = fs.readFileSync(path.join(folder, 'postgres-password'), 'utf8');
	expect(databaseUrl).toBe(`postgres://sealkeeper:${password}@postgres:5432/sealkeeper`);
	expect(make).toThrow('File exists');
	fs.rmSync(top, { recursive: true });
});
