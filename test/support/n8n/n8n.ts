/**
 * A real n8n for tests: the pinned one, on a home of its own in a temporary folder, with the
 * packed tarball of this checkout installed. Tests import workflows and run them by n8n's own
 * command line, or start the server and open the editor.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { logTail } from '../../../start/machine/child-process';
import {
	credentialRecord,
	traderCredentialRecord,
	workflowRecord,
	type ServiceAccess,
	type TraderAccess,
} from '../../../start/n8n/contents';
import {
	importRecords,
	openHome,
	runN8nCommand,
	type N8nHome,
	type N8nRecord,
} from '../../../start/n8n/home';
import { installN8nHost } from '../../../start/n8n/host';
import { startN8nServer, type N8nServer } from '../../../start/n8n/server';
import { installPackage } from '../../../start/n8n/package-install';
import { endRecordedProcesses } from '../../../start/machine/process-record';
import { projectRoot } from '../../../start/machine/project-root';
import { testPort } from '../run/ports';

/** Long enough for the once-per-machine installation of n8n. */
export const n8nSetUpMs = 20 * 60_000;

export interface N8nBinary {
	readonly data: string;
	readonly mimeType: string;
	readonly fileName?: string;
	readonly id?: string;
}

export interface N8nItem {
	readonly json: Readonly<Record<string, unknown>>;
	readonly binary?: Readonly<Record<string, N8nBinary>>;
}

export interface Execution {
	/** Items by node name and output; a node that did not run has no outputs. */
	items(nodeName: string, output?: number): readonly N8nItem[];
	readonly nodeNames: readonly string[];
	/** How long n8n says that the runs of a node took. */
	timeMs(nodeName: string): number;
}

/** Builds dist when the sources changed; a source that cannot be read fails the test. */
export function buildCheckout(): void {
	const script = path.join(projectRoot(), 'start', 'build.js');
	const result = spawnSync(process.execPath, [script], { encoding: 'utf8' });
	if (result.status !== 0) throw new Error(`${result.stdout}${result.stderr}`);
}

export class TestN8n {
	private readonly calledOff = new AbortController();
	private server: N8nServer | undefined;
	private port: number | undefined;

	private constructor(
		readonly home: N8nHome,
		private readonly folder: string,
	) {}

	/** Installs what is missing and opens a fresh home; the caller closes it. */
	static async open(): Promise<TestN8n> {
		buildCheckout();
		const signal = new AbortController().signal;
		const write = (text: string) => void process.stderr.write(text);
		const host = await installN8nHost({ signal, output: { isTerminal: false, write } });
		const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-n8n-'));
		const logFile = path.join(folder, 'n8n.log');
		const recordFolder = path.join(folder, 'processes');
		const home = openHome({ host, folder: path.join(folder, 'home'), logFile, recordFolder });
		await installPackage({ home: home.folder, logFile, recordFolder, signal });
		return new TestN8n(home, folder);
	}

	async importCredential(access: ServiceAccess): Promise<void> {
		await this.importRecord(credentialRecord(access));
	}

	async importTrader(access: TraderAccess): Promise<void> {
		await this.importRecord(traderCredentialRecord(access));
	}

	private async importRecord(record: N8nRecord): Promise<void> {
		await importRecords(this.home, 'credentials', [record], this.calledOff.signal);
	}

	/** Imports workflows, new ones and changed ones. */
	async importWorkflows(records: readonly N8nRecord[]): Promise<void> {
		await importRecords(this.home, 'workflow', records, this.calledOff.signal);
	}

	/** Imports one workflow, pointed at the imported credential; answers its id. */
	async importWorkflow(
		workflow: Readonly<Record<string, unknown>>,
		fileName: string,
	): Promise<string> {
		const record = workflowRecord(workflow, fileName);
		await this.importWorkflows([record]);
		return record.id;
	}

	/** Runs a workflow to its end; rejects with n8n's own words when a node fails. */
	async execute(workflowId: string): Promise<Execution> {
		const outputFile = path.join(this.folder, 'execution.json');
		const args = ['execute', `--id=${workflowId}`, '--rawOutput'];
		try {
			await runN8nCommand(this.home, args, this.calledOff.signal, outputFile);
		} catch (error) {
			// n8n prints what went wrong where it prints results.
			throw new Error(`${String(error)}\n${logTail(outputFile)}`, { cause: error });
		}
		return readExecution(fs.readFileSync(outputFile, 'utf8'));
	}

	/** Where one ran before, it comes back under its address. */
	async startServer(): Promise<N8nServer> {
		this.port ??= await testPort();
		const { home, calledOff, port } = this;
		this.server = await startN8nServer({ home, port, signal: calledOff.signal });
		return this.server;
	}

	/** As when the machine loses power. */
	async killServer(): Promise<void> {
		await this.server?.child.stop(AbortSignal.abort());
	}

	/** The bytes behind an item's binary field, wherever n8n keeps them. */
	binary(item: N8nItem, field = 'data'): Buffer {
		const binary = item.binary?.[field];
		if (binary === undefined) throw new Error(`The item has no binary field ${field}.`);
		if (binary.id === undefined) return Buffer.from(binary.data, 'base64');
		const [, place] = binary.id.split(':');
		if (place === undefined) throw new Error(`Unknown kind of binary data: ${binary.id}`);
		return fs.readFileSync(path.join(this.home.folder, '.n8n', 'storage', place));
	}

	async close(): Promise<void> {
		this.calledOff.abort();
		await this.server?.child.stop();
		await endRecordedProcesses(this.home.recordFolder);
		fs.rmSync(this.folder, { recursive: true, force: true });
	}
}

type RunData = Readonly<
	Record<
		string,
		readonly {
			readonly executionTime: number;
			readonly data?: { readonly main?: readonly (N8nItem[] | null)[] };
		}[]
	>
>;

/** n8n prints the whole run as one JSON object; its modules may print before and after it. */
function readExecution(output: string): Execution {
	const printed = /^\{\n.*?^\}$/ms.exec(output)?.[0];
	if (printed === undefined) throw new Error(`n8n printed no run data:\n${output}`);
	const run = JSON.parse(printed) as {
		readonly data: { readonly resultData: { readonly runData: RunData } };
	};
	const { runData } = run.data.resultData;
	return {
		nodeNames: Object.keys(runData),
		items: (nodeName, outputIndex = 0) =>
			(runData[nodeName] ?? []).flatMap(({ data }) => data?.main?.[outputIndex] ?? []),
		timeMs: (nodeName) =>
			(runData[nodeName] ?? []).reduce((sum, { executionTime }) => sum + executionTime, 0),
	};
}
