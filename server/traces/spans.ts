/**
 * Spans around what a program does, and how its traces go on in headers and in jobs. Until there is a
 * tracer nothing is built, and each function costs one comparison.
 */
import {
	context,
	propagation,
	ROOT_CONTEXT,
	SpanKind,
	SpanStatusCode,
	trace,
	type Attributes,
	type Context,
	type Tracer,
} from '@opentelemetry/api';
import { Refusal } from '../refusal';

let tracer: Tracer | undefined;

/** From now on everything is traced; called once, before anything is opened. */
export function traceWith(made: Tracer): void {
	tracer = made;
}

export function currentTracer(): Tracer | undefined {
	return tracer;
}

export interface SpanOf {
	/** One of few, without ids. */
	readonly name: string;
	/** Internal if absent. */
	readonly kind?: 'CLIENT' | 'CONSUMER';
	/** Called only for a span that is kept. Never a key or a token. */
	readonly attributes?: () => Attributes;
}

/** What leads a trace on, as headers; empty without one. */
type TraceHeaders = Readonly<Record<string, string>>;

/** Works in a span of its own, which begins a trace where there is none. */
export function inSpan<Done>(of: SpanOf, work: () => Promise<Done>): Promise<Done> {
	return tracer === undefined ? work() : spanned(tracer, context.active(), of, work);
}

/** The same in a trace of its own, for what is done later and for many, whoever began it. */
export function inOwnTrace<Done>(of: SpanOf, work: () => Promise<Done>): Promise<Done> {
	return tracer === undefined ? work() : spanned(tracer, ROOT_CONTEXT, of, work);
}

/** The same within a trace; elsewhere only works, as what is done all the time and is nobody's does. */
export function inTrace<Done>(of: SpanOf, work: () => Promise<Done>): Promise<Done> {
	const isTraced = tracer !== undefined && trace.getActiveSpan() !== undefined;
	return isTraced ? inSpan(of, work) : work();
}

/** Notes in the span of a call what it was answered; undefined: nothing. */
export function noteAnswer(status: number | undefined): void {
	const span = tracer && trace.getActiveSpan();
	if (span === undefined) return;
	if (status !== undefined) span.setAttribute('http.response.status_code', status);
	if (status !== undefined && status < 400) return;
	span.setAttribute('error.type', String(status ?? 'no answer'));
	span.setStatus({ code: SpanStatusCode.ERROR });
}

export function traceHeaders(): TraceHeaders {
	const headers: Record<string, string> = {};
	if (tracer !== undefined) propagation.inject(context.active(), headers);
	return headers;
}

/** A member of a job's data that leads the trace on; none without a trace. */
export interface CarriedTrace {
	readonly trace?: TraceHeaders;
}

export function carriedTrace(): CarriedTrace {
	const headers = traceHeaders();
	return 'traceparent' in headers ? { trace: headers } : {};
}

/** Works on a job in the trace it carries; on one that carries none, without a span. */
export function inJob<Done>(
	{ trace: headers }: CarriedTrace,
	name: string,
	work: () => Promise<Done>,
): Promise<Done> {
	if (tracer === undefined || headers === undefined) return work();
	const from = propagation.extract(ROOT_CONTEXT, headers);
	return spanned(tracer, from, { name, kind: 'CONSUMER' }, work);
}

async function spanned<Done>(
	by: Tracer,
	from: Context,
	{ name, kind, attributes }: SpanOf,
	work: () => Promise<Done>,
): Promise<Done> {
	const span = by.startSpan(name, { kind: SpanKind[kind ?? 'INTERNAL'] }, from);
	if (attributes !== undefined && span.isRecording()) span.setAttributes(attributes());
	try {
		return await context.with(trace.setSpan(from, span), work);
	} catch (fault) {
		// Its message may repeat what was sent.
		span.setAttribute('error.type', faultName(fault));
		if (!(fault instanceof Refusal)) span.setStatus({ code: SpanStatusCode.ERROR });
		throw fault;
	} finally {
		span.end();
	}
}

function faultName(fault: unknown): string {
	if (fault instanceof Refusal) return fault.code;
	return fault instanceof Error ? fault.name : typeof fault;
}
