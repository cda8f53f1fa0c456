import type { Model } from '../../../api/types';
import type { AreaHandlers } from '../../operations/handler';
import { listRange } from '../../operations/list-range';
import type { Entities, Entity } from '../../assets/register/entities';
import { isTrackerAdmin, party } from './wire';

type EntityOperation = 'createEntity' | 'listEntities' | 'updateEntity' | 'deleteEntity';

export function entityHandlers(entities: Entities): Pick<AreaHandlers<'tracker'>, EntityOperation> {
	return {
		async createEntity(context, { productId, ownedIdentifier }) {
			const made = { productId, name: ownedIdentifier, owner: party(context) };
			const { id, name, ownerEmail, status } = await entities.create(context, made);
			return { id, identifier: name, ownerIdentifier: ownerEmail, status };
		},
		async listEntities(context, input) {
			const { productId } = input;
			const own = isTrackerAdmin(context) ? {} : { ownerId: party(context).id };
			return (await entities.list({ productId, ...own }, listRange(input))).map(wireEntity);
		},
		async updateEntity(context, { newDisplayName, ...place }) {
			await entities.rename(place, newDisplayName, party(context));
		},
		async deleteEntity(context, place) {
			await entities.delete(place, party(context));
		},
	};
}

function wireEntity(entity: Entity): Model<'NonUserResponse'> {
	return {
		id: entity.id,
		status: entity.status,
		ownerIdentityId: entity.ownerId,
		ownerIdentityDisplayName: entity.ownerEmail,
		ownedIdentityId: entity.id,
		ownedIdentityDisplayName: entity.name,
		timestamp: Date.parse(entity.createdAt) || 0,
	};
}
