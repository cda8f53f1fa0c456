/**
 * A language model that follows a script: it calls every tool it is offered once, with the arguments the
 * test has for it, and then says that it is done. It speaks the interface that n8n's OpenAI node calls.
 */
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
	readonly role: string;
	readonly content?: unknown;
	readonly tool_calls?: ReadonlyArray<{ readonly function: { readonly name: string } }>;
}

interface Asked {
	readonly stream?: boolean;
	readonly messages: readonly Message[];
	readonly tools?: ReadonlyArray<{
		readonly function: { readonly name: string; readonly parameters: unknown };
	}>;
}

/** What a call of a tool came to, as the model was told. */
export interface ToolResult {
	readonly name: string;
	readonly result: string;
}

export class ScriptedModel {
	/** The schemas of the arguments, by tool. */
	readonly offered = new Map<string, unknown>();
	readonly results: ToolResult[] = [];
	private readonly called: string[] = [];
	private readonly server = http.createServer((request, reply) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => this.answer(Buffer.concat(chunks).toString(), reply));
	});

	private constructor(private readonly script: Readonly<Record<string, object>>) {}

	/** By tool, the arguments it is called with. */
	static async open(script: Readonly<Record<string, object>>): Promise<ScriptedModel> {
		const model = new ScriptedModel(script);
		await new Promise<void>((resolve) => model.server.listen(0, '127.0.0.1', resolve));
		return model;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	close(): Promise<void> {
		this.server.closeAllConnections();
		return new Promise((resolve) => this.server.close(() => resolve()));
	}

	private answer(text: string, reply: ServerResponse): void {
		const { messages, tools = [], stream = false } = JSON.parse(text) as Asked;
		for (const { function: tool } of tools) this.offered.set(tool.name, tool.parameters);
		const last = messages.at(-1);
		const name = this.called.at(-1);
		if (last?.role === 'tool' && name !== undefined) {
			this.results.push({ name, result: String(last.content) });
		}
		const next = [...this.offered.keys()].find((one) => !this.called.includes(one));
		if (next !== undefined) this.called.push(next);
		send(reply, { stream, message: this.message(next) });
	}

	private message(tool: string | undefined) {
		if (tool === undefined) return { role: 'assistant', content: 'Everything was called.' };
		const arguments_ = JSON.stringify(this.script[tool] ?? {});
		const call = {
			...{ index: 0, id: `call_${this.called.length}`, type: 'function' },
			function: { name: tool, arguments: arguments_ },
		};
		return { role: 'assistant', content: null, tool_calls: [call] };
	}
}

interface Said {
	readonly stream: boolean;
	readonly message: { readonly tool_calls?: unknown };
}

function send(reply: ServerResponse, { stream, message }: Said): void {
	const finish_reason = message.tool_calls === undefined ? 'stop' : 'tool_calls';
	const common = { id: 'said', created: 0, model: 'scripted' };
	if (!stream) {
		reply.setHeader('content-type', 'application/json');
		const choices = [{ index: 0, message, finish_reason }];
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		reply.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
		return;
	}
	reply.setHeader('content-type', 'text/event-stream');
	const chunk = (choice: object) =>
		reply.write(
			`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices: [choice] })}\n\n`,
		);
	chunk({ index: 0, delta: message, finish_reason: null });
	chunk({ index: 0, delta: {}, finish_reason });
	reply.end('data: [DONE]\n\n');
}
