/** The package as n8n sees it: packed, installed, listed, drawn. */
import { n8nSetUpMs, TestN8n } from '../support/n8n';
import type { N8nServer } from '../../start/n8n-server';

interface Listed {
	readonly name: string;
	readonly displayName: string;
	readonly iconUrl?: string | { readonly light: string; readonly dark: string };
}

const nodeNames = ['sealer', 'tracker', 'keeper', 'storage'].map(
	(name) => `n8n-nodes-sealkeeper.${name}`,
);

let n8n: TestN8n;
let server: N8nServer;
let cookie: string;

beforeAll(async () => {
	n8n = await TestN8n.open();
	server = await n8n.startServer();
	cookie = await logIn();
}, n8nSetUpMs);
afterAll(() => n8n?.close());

async function logIn(): Promise<string> {
	const { email, password } = server.owner;
	const answer = await fetch(`${server.address}/rest/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ emailOrLdapLoginId: email, password }),
	});
	expect(answer.status).toBe(200);
	return answer.headers.getSetCookie().join('; ');
}

async function list(kind: 'nodes' | 'credentials'): Promise<readonly Listed[]> {
	const answer = await fetch(`${server.address}/types/${kind}.json`, { headers: { cookie } });
	expect(answer.status).toBe(200);
	return answer.json() as Promise<Listed[]>;
}

const iconPaths = ({ iconUrl }: Listed) =>
	typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [iconUrl ?? ''];

async function expectSvg(iconPath: string): Promise<void> {
	const answer = await fetch(`${server.address}/${iconPath}`, { headers: { cookie } });
	expect([iconPath, answer.status, answer.headers.get('content-type')]).toEqual([
		iconPath,
		200,
		'image/svg+xml',
	]);
	expect(await answer.text()).toContain('<svg');
}

describe('a real n8n with the packed package', () => {
	test('lists every node, and offers each as a tool for agents', async () => {
		const names = (await list('nodes')).map(({ name }) => name);
		const ours = names.filter((name) => name.startsWith('n8n-nodes-sealkeeper.'));
		expect(ours.sort()).toEqual([...nodeNames, ...nodeNames.map((name) => `${name}Tool`)].sort());
	});

	test('serves a light and a dark icon of every node', async () => {
		const ours = (await list('nodes')).filter(({ name }) => nodeNames.includes(name));
		expect(ours.map((node) => new Set(iconPaths(node)).size)).toEqual(nodeNames.map(() => 2));
		for (const iconPath of ours.flatMap(iconPaths)) await expectSvg(iconPath);
	});

	test('lists the credential with its icon', async () => {
		const credential = (await list('credentials')).find(({ name }) => name === 'sealkeeperApi');
		expect(credential?.displayName).toBe('Sealkeeper API');
		if (credential) for (const iconPath of iconPaths(credential)) await expectSvg(iconPath);
	});
});
