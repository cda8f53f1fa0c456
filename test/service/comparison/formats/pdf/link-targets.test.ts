/** Where the links of a PDF lead. */
import { PdfComparing } from './comparing';
import { lines, linkTo, sheets } from './files';

const comparing = new PdfComparing();
afterAll(() => comparing.end());

const text = ['The rent is due on the first day.', 'Pay it at the bank.', 'Nobody keeps a cat.'];

const linked = (target: string, fromTop?: number) => sheets([lines(text)], linkTo(target, fromTop));

test('another target of a link counts at High, and both are told', async () => {
	const [kept, sent] = [
		await linked('https://bank.example/'),
		await linked('https://other.example/'),
	];
	const { accuracy, changes } = await comparing.compare(kept, sent, { level: 'High' });
	expect(accuracy).toBeLessThan(1);
	expect(changes).toMatchObject([
		{
			kind: 'formatted',
			oldText: 'link to https://bank.example/',
			newText: 'link to https://other.example/',
		},
	]);
	expect((await comparing.compare(kept, sent, { level: 'Medium' })).accuracy).toBe(1);
});

test('a link that was put in or taken out counts', async () => {
	const plain = await sheets([lines(text)]);
	const link = await linked('https://bank.example/');
	for (const [kept, sent] of [
		[plain, link],
		[link, plain],
	] as const) {
		expect((await comparing.compare(kept, sent, { level: 'High' })).accuracy).toBeLessThan(1);
	}
});

test('the same target at another place is the same', async () => {
	const [kept, sent] = [
		await linked('https://bank.example/'),
		await linked('https://bank.example/', 90),
	];
	expect((await comparing.compare(kept, sent, { level: 'High' })).accuracy).toBe(1);
});
