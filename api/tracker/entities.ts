/** Tracker: entities. An entity belongs to a user and holds assets as a user does. */
import type { EndpointDescription, Field } from '../language/description';
import {
	creationKey,
	done,
	idempotencyErrors,
	paging,
	productId,
	proof,
	proofErrors,
} from '../language/fields';
import { bodyErrors, entityErrors, entityId, productErrors } from './fields';

const caller = ['TrackerAdmin', 'TrackerUser'] as const;

const name = (description: string) =>
	({
		in: 'json',
		type: 'string',
		required: true,
		minLength: 1,
		maxLength: 200,
		description,
	}) as const satisfies Field;

export const trackerEntities = {
	createEntity: {
		number: 'beyond',
		method: 'POST',
		path: '/tracker/{productId}/entities',
		summary: 'Create an entity of the caller, which can hold assets',
		caller,
		fields: {
			productId,
			ownedIdentifier: name('Name of the entity'),
			'idempotency-key': creationKey,
		},
		reply: { status: 201, kind: 'record', model: 'NonUser' },
		errors: [...productErrors, ...bodyErrors, ...idempotencyErrors],
	},
	listEntities: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/entities',
		summary: 'List the entities of the caller, for an administrator those of every user',
		caller,
		fields: { productId, ...paging },
		reply: { status: 200, kind: 'list', model: 'NonUserResponse' },
		errors: productErrors,
	},
	updateEntity: {
		number: 'beyond',
		method: 'PUT',
		path: '/tracker/{productId}/entities/{entityId}',
		summary: 'Rename an own entity; every list and transaction shows the new name',
		caller,
		fields: { productId, entityId, newDisplayName: name('New name of the entity') },
		reply: done,
		errors: [
			...productErrors,
			...bodyErrors,
			'Identity_UpdateNotFound',
			'Identity_NotTheOwner',
			'Core_RecordCorrupted',
		],
	},
	deleteEntity: {
		number: 'beyond',
		method: 'DELETE',
		path: '/tracker/{productId}/entities/{entityId}',
		summary: 'Delete an own entity that holds nothing; its transactions stay visible',
		caller,
		fields: { productId, entityId },
		reply: done,
		errors: [
			...productErrors,
			'Identity_DeleteNotFound',
			'Identity_NotTheOwner',
			'Tracker_EntityHolds',
			'Core_RecordCorrupted',
		],
	},
	getEntityProof: {
		number: 'beyond',
		method: 'GET',
		path: '/tracker/{productId}/entities/{entityId}/proof',
		summary:
			'Fetch the proof that the log holds an entity as it is now, a deleted one too; for a user without the admin role an own one',
		caller,
		fields: { productId, entityId },
		reply: proof,
		errors: [...productErrors, ...entityErrors, ...proofErrors],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
