/**
 * The interface of all products as plain data: the specification's 14 endpoints in 13 operations
 * (E3 is E2's older path) and further ones. Routes, request checks, OpenAPI, client types and node
 * properties are derived from it.
 */
import type { EndpointDescription } from './language/description';
import { keeper } from './keeper/endpoints';
import { exchange } from './exchange/endpoints';
import { log } from './log/endpoints';
import { platform } from './platform/endpoints';
import { sealer } from './sealer/endpoints';
import { signing } from './sealer/signing';
import { storage } from './storage/endpoints';
import { tracker } from './tracker/endpoints';

export const endpoints = {
	sealer,
	signing,
	tracker,
	keeper,
	storage,
	platform,
	log,
	exchange,
} as const satisfies Readonly<Record<string, Readonly<Record<string, EndpointDescription>>>>;

export type Area = keyof typeof endpoints;
