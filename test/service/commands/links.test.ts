/**
 * The commands that list and revoke links that are out in the world, beside a running service: what
 * a command has ended is gone from the very next request on.
 */
import { runCommandLine } from '../../../server/commands/shell';
import { admin } from '../../../service/commands/admin';
import { Stage } from '../../api/stage';
import { send, until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { storedFiles } from '../../support/programs/stored-state';
import { TextTerminal } from '../../support/programs/text-terminal';

let running: RunningService;
let stage: Stage;

beforeAll(async () => {
	running = await startService();
});
afterAll(() => running.close());
beforeEach(async () => {
	stage = await Stage.open(running);
});

async function run(...args: readonly string[]) {
	const terminal = new TextTerminal();
	const { dataFolder, databaseUrl = '' } = running;
	const environment = { SEALKEEPER_DATA: dataFolder, DATABASE_URL: databaseUrl };
	const code = await runCommandLine(admin, args, { environment, terminal });
	return { code, output: terminal.output, complaint: terminal.complaint };
}

/** Runs a command that must succeed; its answer. */
async function answer<Value>(...args: readonly string[]): Promise<Value> {
	const { code, output, complaint } = await run(...args);
	expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
	return JSON.parse(output) as Value;
}

const statusOf = async (url: string) => (await send({ method: 'GET', url })).status;

const linkStatusOf = async (link: string) => {
	const answer = await send({ method: 'GET', url: link.replace('/sign/', '/signing/') });
	return (answer.json() as { linkStatus: string }).linkStatus;
};

test('a signing link is listed and revoked, and the other signer goes on', async () => {
	await stage.contract();
	const place = ['--contract', stage.value('contractId')];
	const links = await answer<readonly { id: string; signerEmail: string }[]>(
		...['sign-link', 'list', ...place],
	);
	const emails = [stage.value('sealerUserEmail'), stage.value('sealerAdminEmail')];
	expect(links).toMatchObject(emails.map((signerEmail) => ({ signerEmail, status: 'Open' })));
	const [revoked = '', kept = ''] = await Promise.all(
		emails.map((email) => stage.signingUrl(email)),
	);
	const { output } = await run('sign-link', 'list', ...place);
	for (const link of [revoked, kept]) expect(output).not.toContain(link.split('/').at(-1));
	const revoke = ['sign-link', 'revoke', ...place, '--id', links[0]?.id ?? ''];
	expect(await answer(...revoke)).toMatchObject({ status: 'Revoked', signerEmail: emails[0] });
	expect([await linkStatusOf(revoked), await linkStatusOf(kept)]).toEqual(['Revoked', 'Open']);
	expect(await answer(...revoke)).toMatchObject({ status: 'Revoked' });
});

test('a report is listed and revoked, and a running service erases it', async () => {
	await stage.folder();
	await stage.keptFile();
	const before = storedFiles(running.dataFolder).join();
	const { url, key } = {
		url: `${running.url}/keeper/${stage.value('keeperProductId')}/files/${stage.value('fileId')}`,
		key: stage.value('keeperAdminKey'),
	};
	const compared = await send({
		method: 'POST',
		url: `${url}/compare/latest`,
		headers: { 'x-api-key': key },
		form: [
			{ name: 'file', fileName: 'terms.txt', content: 'One.\nTwo and a half.\n' },
			{ name: 'generateDiffFile', value: 'true' },
		],
	});
	const { fileUrl, reportId } = compared.json() as { fileUrl: string; reportId: string };
	const place = ['--file', stage.value('fileId')];
	expect(await answer('report', 'list', ...place)).toMatchObject([
		{ id: reportId, status: 'Open' },
	]);
	expect((await run('report', 'list', ...place)).output).not.toContain(fileUrl.split('/').at(-1));
	const revoked = await answer('report', 'revoke', ...place, '--id', reportId);
	expect(revoked).toMatchObject({ id: reportId, status: 'Revoked' });
	expect(await statusOf(fileUrl)).toBe(410);
	await running.restart();
	await until(() =>
		Promise.resolve(storedFiles(running.dataFolder).join() === before || undefined),
	);
	expect(await statusOf(fileUrl)).toBe(410);
});

test.each([
	['sign-link list', '--contract is missing'],
	['sign-link list --contract none', '--contract: there is no contract none'],
	['sign-link revoke --contract CONTRACT --id none', "no signing link 'none'"],
	['report list --file none', '--file: there is no file none'],
	['report revoke --file FILE --id none', "no report 'none'"],
])('%s is refused with one sentence', async (line, sentence) => {
	await stage.contract();
	await stage.folder();
	await stage.keptFile();
	const ids: Readonly<Record<string, string>> = {
		CONTRACT: stage.value('contractId'),
		FILE: stage.value('fileId'),
	};
	const { code, output, complaint } = await run(
		...line.split(' ').map((word) => ids[word] ?? word),
	);
	expect({ code, output }).toEqual({ code: 2, output: '' });
	expect(complaint).toContain(sentence);
	expect(complaint.trimEnd()).not.toContain('\n');
});
