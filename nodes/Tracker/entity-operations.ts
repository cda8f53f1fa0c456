import { creationKey } from '../wire/once';
import type { OperationScreen } from '../wire/screen';
import { entity, paging, product } from './fields';

export const entityOperations: ReadonlyArray<OperationScreen<'tracker'>> = [
	{
		endpoint: 'createEntity',
		resource: 'entity',
		operation: 'create',
		name: 'Create',
		action: 'Create an entity',
		fields: {
			ownedIdentifier: {
				as: 'parameter',
				label: 'Name',
				name: 'entityName',
				placeholder: 'e.g. Warehouse 3',
			},
			productId: product,
			'idempotency-key': creationKey,
		},
	},
	{
		endpoint: 'listEntities',
		resource: 'entity',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many entities',
		fields: { productId: product, ...paging },
	},
	{
		endpoint: 'updateEntity',
		resource: 'entity',
		operation: 'update',
		name: 'Update',
		action: 'Update an entity',
		fields: {
			entityId: entity,
			newDisplayName: { as: 'parameter', label: 'New Name', name: 'entityName' },
			productId: product,
		},
	},
	{
		endpoint: 'deleteEntity',
		resource: 'entity',
		operation: 'delete',
		name: 'Delete',
		action: 'Delete an entity',
		fields: { entityId: entity, productId: product },
	},
];
