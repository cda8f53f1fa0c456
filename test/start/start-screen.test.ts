import { startScreen, type StartFacts } from '../../start/start-screen';

const facts: StartFacts = {
	service: { address: 'http://localhost:8080', usualPort: 8080, mail: 'folder' },
	n8n: {
		address: 'http://localhost:5678',
		usualPort: 5678,
		email: 'owner@sealkeeper.example',
		password: 'secret-of-n8n',
		isNew: true,
		passwordFile: '/data/n8n/owner-password',
		first: {
			sign: 'http://localhost:5678/workflow/SKcontractMail01',
			watch: 'http://localhost:5678/workflow/SKcomparison0001',
			trade: 'http://localhost:5678/workflow/SKfirstTrade0001',
		},
	},
	exchange: {
		address: 'http://localhost:8090',
		usualPort: 8090,
		administration: 'http://localhost:8090/admin',
		symbol: 'CREDIT-EUR',
		traders: [{ name: 'Northwind', key: 'key-of-northwind' }],
		keysAreNew: true,
		keyFile: '/data/exchange-demo.json',
		administrator: { key: 'key-of-all', isNew: true, keyFile: '/data/exchange-admin.json' },
	},
	users: [{ email: 'admin@demo.example', key: 'key-of-admin' }],
	products: [
		{ kind: 'Sealer', name: 'Demo contracts', id: '65f0c0ffee0123456789abc1' },
		{ kind: 'Tracker', name: 'Demo assets', id: '65f0c0ffee0123456789abc2' },
		{ kind: 'Keeper', name: 'Demo documents', id: '65f0c0ffee0123456789abc3' },
	],
	keysAreNew: true,
	keyFile: '/data/demo.json',
	dataFolder: '/data',
	seconds: 4.25,
};

describe('the screen of a start', () => {
	test('holds addresses, log-in, keys and the first thing to do', () => {
		const screen = startScreen(facts);
		for (const word of [
			'http://localhost:8080',
			'/console; open pages: /explorer, /verify; API: /docs, /storage',
			'http://localhost:5678',
			'owner@sealkeeper.example   secret-of-n8n',
			'admin@demo.example            key-of-admin',
			'/data/demo.json',
			'http://localhost:8080/outbox',
			'Products        Sealer   65f0c0ffee0123456789abc1  Demo contracts',
			'Tracker  65f0c0ffee0123456789abc2  Demo assets',
			'Keeper   65f0c0ffee0123456789abc3  Demo documents',
			'http://localhost:8090/venue',
			'http://localhost:8090/admin',
			'administrator                 key-of-all',
			'Northwind                     key-of-northwind',
			'/data/exchange-demo.json',
			'sign   http://localhost:5678/workflow/SKcontractMail01   /outbox',
			'watch  http://localhost:5678/workflow/SKcomparison0001   /documents',
			'trade  http://localhost:5678/workflow/SKfirstTrade0001   /venue',
			'Ctrl-C',
		]) {
			expect(screen).toContain(word);
		}
		expect(screen).not.toContain('was taken');
	});

	test('fits a terminal of 80 columns, and of 24 lines once its keys are known', () => {
		const { n8n, exchange } = facts;
		if (n8n === undefined || exchange === undefined || 'leftOut' in exchange) throw new Error();
		const known = {
			...{ ...facts, keysAreNew: false, n8n: { ...n8n, isNew: false } },
			exchange: {
				...{ ...exchange, keysAreNew: false },
				administrator: { ...exchange.administrator, isNew: false },
			},
		};
		expect(startScreen(known).split('\n').length).toBeLessThanOrEqual(24);
		const lines = startScreen(facts).split('\n');
		expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
	});

	test('says where mails go, and that they wait for a server that does not answer', () => {
		const { service } = facts;
		const mails = (mail: string) =>
			/^ {2}Mails +(.*)$/m.exec(startScreen({ ...facts, service: { ...service, mail } }))?.[1];
		expect(mails('folder')).toMatch(/^http:\/\/localhost:8080\/outbox /);
		expect(mails('smtp')).toBe('sent by the server of SMTP_URL');
		expect(mails('unreachable')).toMatch(/^wait: no answer .* \(logs\/service\.log\)$/);
	});

	test('names the first of many products, each on a line of its own, and says where the rest is', () => {
		const products = Array.from({ length: 9 }, (_, index) => ({
			...{ kind: 'Keeper', id: `65f0c0ffee0123456789abc${index}` },
			name: `Documents \u001b[2J of department ${index}, and further words`,
		}));
		const screen = startScreen({ ...facts, products });
		expect(screen).toContain('65f0c0ffee0123456789abc5');
		expect(screen).not.toContain('65f0c0ffee0123456789abc6');
		expect(screen).toContain('and 3 more: http://localhost:8080/products');
		const lines = screen.split('\n');
		expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
		expect(screen).not.toContain('\u001b');
	});

	test('shows no key that is not new, and says where it is kept', () => {
		const screen = startScreen({ ...facts, keysAreNew: false });
		expect(screen).not.toContain('key-of-admin');
		expect(screen).toContain('/data/demo.json');
	});

	test('shows the password of n8n at the first start alone, and then where it is kept', () => {
		const { n8n } = facts;
		if (n8n === undefined) throw new Error('the facts are with n8n');
		const screen = startScreen({ ...facts, n8n: { ...n8n, isNew: false } });
		expect(screen).not.toContain('secret-of-n8n');
		expect(screen).toContain('owner@sealkeeper.example   password in /data/n8n/owner-password');
		expect(startScreen(facts)).toContain('kept in /data/n8n/owner-password');
	});

	test('says which usual port was taken', () => {
		const service = { address: 'http://localhost:40001', usualPort: 8080, mail: 'folder' };
		const screen = startScreen({ ...facts, service });
		expect(screen).toContain('http://localhost:40001   (port 8080 was taken)');
		expect(screen).not.toContain('5678 was taken');
	});

	test('says why the exchange was left out', () => {
		const screen = startScreen({ ...facts, exchange: { leftOut: 'no Redis was found' } });
		expect(screen).toContain('left out: no Redis was found');
		expect(screen).not.toContain('8090');
		expect(screen).not.toContain('trade');
	});

	test('points at the description of the calls when n8n is left out', () => {
		const screen = startScreen({ ...facts, n8n: undefined });
		expect(screen).not.toContain('n8n');
		expect(screen).toContain('open the console by the link above, or http://localhost:8080/docs');
	});
});
