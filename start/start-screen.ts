/** The screen shown after the start: addresses, keys and first steps. It only formats text. */
import type { DemoProduct, DemoUser } from './programs/demo-keys';
import type { ExchangeFacts } from './programs/exchange-process';

export interface StartFacts {
	readonly service: {
		readonly address: string;
		readonly usualPort: number;
		/** As `/health/ready` says it: `folder`, `smtp` or `unreachable`. */
		readonly mail: string;
	};
	readonly n8n?: {
		readonly address: string;
		readonly usualPort: number;
		readonly email: string;
		readonly password: string;
		/** True if the password is new and is shown; otherwise the screen names the file. */
		readonly isNew: boolean;
		readonly passwordFile: string;
		/** Addresses of the workflows to try first, by what they do. */
		readonly first: Readonly<Record<keyof typeof firstPages, string>>;
	};
	readonly exchange?: ExchangeFacts | { readonly leftOut: string };
	readonly users: readonly DemoUser[];
	readonly products: readonly DemoProduct[];
	/** True if the keys are new and are shown; otherwise the screen names the file. */
	readonly keysAreNew: boolean;
	readonly keyFile: string;
	readonly dataFolder: string;
	readonly seconds: number;
}

export function startScreen(facts: StartFacts): string {
	const lines = [
		'',
		`Sealkeeper is running (ready in ${facts.seconds.toFixed(1)} s). Ctrl-C ends it.`,
		'',
		...serviceLines(facts),
		...n8nLines(facts),
		...exchangeLines(facts),
		'',
		...productLines(facts),
		...keyLines(facts),
		...traderLines(facts),
		'',
		...firstLines(facts),
		'',
	];
	return lines.join('\n');
}

/** The rest of an 80-column row. */
const nameMax = 27;

const row = (name: string, text: string) => `  ${name.padEnd(16)}${text}`;

function serviceLines({ service, dataFolder }: StartFacts): readonly string[] {
	return [
		row('Service', `${service.address}${movedNote(service)}`),
		row('Console', '/console; open pages: /explorer, /verify; API: /docs, /storage'),
		row('Mails', mailText(service)),
		row('State', `${dataFolder} (logs: logs/)`),
	];
}

function mailText({ address, mail }: StartFacts['service']): string {
	if (mail === 'folder') return `${address}/outbox   (sign in, or by key)`;
	if (mail === 'unreachable')
		return 'wait: no answer from the server of SMTP_URL (logs/service.log)';
	return 'sent by the server of SMTP_URL';
}

function n8nLines({ n8n }: StartFacts): readonly string[] {
	if (n8n === undefined) return [];
	return [row('n8n', `${n8n.address}${movedNote(n8n)}`), ...loginLines(n8n)];
}

function loginLines({ email, password, isNew, passwordFile }: NonNullable<StartFacts['n8n']>) {
	if (!isNew) return [row('n8n log-in', `${email}   password in ${passwordFile}`)];
	return [
		row('n8n log-in', `${email}   ${password}`),
		row('', `(shown this once, kept in ${passwordFile})`),
	];
}

function exchangeLines({ exchange }: StartFacts): readonly string[] {
	if (exchange === undefined) return [];
	if ('leftOut' in exchange) return [row('Exchange', `left out: ${exchange.leftOut}`)];
	return [
		row('Exchange', `${exchange.address}/venue${movedNote(exchange)}`),
		row('  administrator', `${exchange.administration}   (sign in, or by key)`),
	];
}

function movedNote(place: { readonly address: string; readonly usualPort: number }): string {
	if (new URL(place.address).port === String(place.usualPort)) return '';
	return `   (port ${place.usualPort} was taken)`;
}

/** Few enough to keep the rest on the screen. */
const productsShown = 6;

function productLines({ products, service }: StartFacts): readonly string[] {
	const shown = products.slice(0, productsShown).map(({ kind, name, id }, index) => {
		return row(index === 0 ? 'Products' : '', `${kind.padEnd(9)}${id}  ${cut(name)}`);
	});
	const left = products.length - shown.length;
	if (left === 0) return shown;
	return [...shown, row('', `and ${left} more: ${service.address}/products`)];
}

/** Users choose these names, so they may be long or contain control characters. */
function cut(name: string): string {
	const plain = name.replace(/\p{C}/gu, '');
	return plain.length > nameMax ? `${plain.slice(0, nameMax - 1)}…` : plain;
}

function keyLines({ users, keysAreNew, keyFile }: StartFacts): readonly string[] {
	if (!keysAreNew) return [row('API keys', `in ${keyFile}`)];
	return [
		`  API keys of the demo users (shown this once, kept in ${keyFile}):`,
		...users.map(({ email, key }) => `    ${email.padEnd(30)}${key}`),
	];
}

function traderLines({ exchange }: StartFacts): readonly string[] {
	if (exchange === undefined || 'leftOut' in exchange) return [];
	const { administrator, symbol, traders, keyFile } = exchange;
	const keyRow = (name: string, key: string) => `    ${name.padEnd(30)}${key}`;
	return [
		...(exchange.keysAreNew
			? [
					`  Keys of the ${symbol} traders (kept in ${keyFile}):`,
					...traders.map(({ name, key }) => keyRow(name, key)),
				]
			: [row("Traders' keys", `in ${keyFile}`)]),
		...(administrator.isNew
			? [
					`  Key of the exchange (kept in ${administrator.keyFile}):`,
					keyRow('administrator', administrator.key),
				]
			: [row("Administrator's", `key in ${administrator.keyFile}`)]),
	];
}

/** What to try first, and the page to look at afterwards. */
const firstPages = { sign: '/outbox', watch: '/documents', trade: '/venue' } as const;

function firstLines({ n8n, service, exchange }: StartFacts): readonly string[] {
	if (n8n === undefined) {
		return [`  First: open the console by the link above, or ${service.address}/docs.`];
	}
	const isThere = {
		sign: true,
		watch: true,
		trade: exchange !== undefined && 'address' in exchange,
	};
	return [
		'  First: click "Execute workflow" in one of these, then look at its page:',
		...(['sign', 'watch', 'trade'] as const)
			.filter((name) => isThere[name])
			.map((name) => `    ${name.padEnd(7)}${n8n.first[name]}   ${firstPages[name]}`),
	];
}
