/** `npm start` once: what its screen says is so, its end ends all of it, and a kill leaves nothing for good. */
import { once } from 'node:events';
import { buildCheckout } from '../support/n8n/n8n';
import {
	answers,
	adminKey,
	capture,
	livingChildren,
	makeDataFolder,
	productsOf,
	productsStatus,
	removeDataFolder,
	run,
	serviceAlone,
	start,
} from './started';

beforeAll(() => buildCheckout());
beforeEach(makeDataFolder);
afterEach(removeDataFolder);

describe('npm start', () => {
	test('shows where the service is and a key that works, and SIGTERM ends all of it', async () => {
		const npm = run('npm', ['start', '--', ...serviceAlone]);
		const address = await npm.address();
		expect(await productsStatus(address, adminKey(npm.text))).toBe(200);
		for (const { product, name, id } of await productsOf(address, adminKey(npm.text))) {
			expect(npm.text).toMatch(new RegExp(`${product} +${id} +${name}$`, 'm'));
		}
		expect((await fetch(capture(npm.text, /^ {2}Mails +(http:\/\/\S+)/m))).status).toBe(200);
		expect(await productsStatus(address, 'wrong')).toBe(401);
		const children = livingChildren();
		expect(children).toHaveLength(1);
		await npm.end();
		expect(livingChildren()).toEqual([]);
		expect(await answers(address)).toBe(false);
	});

	test('after a kill -9 ends what was left running, and works', async () => {
		const killed = start();
		const address = await killed.address();
		const [orphan] = livingChildren();
		killed.child.kill('SIGKILL');
		await once(killed.child, 'exit');
		expect(livingChildren()).toEqual([orphan]);
		expect(await answers(address)).toBe(true);
		const next = start();
		const nextAddress = await next.address();
		expect(next.text).toContain('Ended what a killed start had left running: The service.');
		expect(livingChildren()).not.toContain(orphan);
		expect(await answers(nextAddress)).toBe(true);
		expect(await next.end()).toBe(0);
	});
});
