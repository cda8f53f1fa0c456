/** Operations that move assets, one movement or many in a request. */
import { bulkIssueFields, bulkTransferFields } from '../../../api/tracker/movements';
import { programs } from '../../../api/programs';
import type { Model } from '../../../api/types';
import { itemCheck, type Values } from '../../../server/http/routing/checks';
import { Refusal } from '../../../server/refusal';
import type { AreaHandlers, RequestContext } from '../../operations/handler';
import type { Database } from '../../database/database';
import type { RecordLog } from '../../log/record-log';
import type {
	MovementRequestItem,
	RequestedBurn,
	RequestedMovement,
} from '../../assets/requests/asked-movements';
import { purposeColumns, type AssetKind, type Purpose } from '../../assets/register/entries';
import type { MovementService } from '../../assets/requests/movement-service';
import type { Answer } from '../../operations/idempotency';
import type { MovementOutcome } from '../../assets/ledger/ledger';
import { confirmedEntities } from '../../assets/ledger/parties';
import { party, wireMoved } from './wire';

type MovementOperation =
	| 'issueAsset'
	| 'transferAsset'
	| 'issueMultiAsset'
	| 'transferMultiAsset'
	| 'transferBatches'
	| 'transferMultiAssetBatches'
	| 'issueAssets'
	| 'issueMultiAssets'
	| 'transferAssets'
	| 'burnAsset'
	| 'burnMultiAsset'
	| 'reverseTransaction';

interface ProductInput {
	readonly productId: string;
	readonly 'idempotency-key'?: string;
	/** The receiving entity: a field of an issue, a header of a transfer. */
	readonly ownedId?: string;
	readonly ownedid?: string;
	/** The sending entity. */
	readonly senderownedid?: string;
}

interface MoveInput extends ProductInput, Purpose {
	readonly assetId: string;
	readonly recipientEmail: string;
	readonly amount: number;
	readonly batchIds?: readonly string[];
}

type BurnInput = Omit<MoveInput, 'recipientEmail'> & Pick<RequestedBurn, 'reason'>;

interface ManyInput extends ProductInput {
	readonly items: readonly Values[];
}

const checks = {
	issue: itemCheck(bulkIssueFields, programs.service),
	transfer: itemCheck(bulkTransferFields, programs.service),
};

interface MovingParts {
	readonly database: Database;
	readonly recordLog: RecordLog;
}

export function movementHandlers(
	parts: MovingParts,
	movementService: MovementService,
): Pick<AreaHandlers<'tracker'>, MovementOperation> {
	const move =
		(kind: 'issue' | 'transfer', of: AssetKind) =>
		async (context: RequestContext, input: MoveInput) => {
			const { assetId, recipientEmail, amount, batchIds, reference, metadata } = input;
			const what = { assetId, recipientEmail, amount, batchIds, reference, metadata };
			const asked = { kind, of, ...what, ...entitiesOf(input) };
			await awaitEntities(parts, [asked]);
			return moveOne(movementService, { context, input }, asked);
		};
	const burn = (of: AssetKind) => async (context: RequestContext, input: BurnInput) => {
		const { assetId, amount, batchIds, reason, reference, metadata } = input;
		const { senderownedid: givingEntityId } = input;
		await confirmedEntities(parts, [givingEntityId]);
		const what = { assetId, amount, batchIds, reason, reference, metadata };
		const asked = { of, ...what, givingEntityId };
		return moveOne(movementService, { context, input }, { kind: 'burn', ...asked });
	};
	const issueMany =
		(of: AssetKind) =>
		(context: RequestContext, { items, ...input }: ManyInput) =>
			moveMany<'TrackerAssetIssueResponse'>(
				{ ...parts, movementService },
				{ context, input, kind: 'issue', of, items },
				(at) => ({
					issueRequest: shownItem(at.item),
					issueResult: at.result,
				}),
			);
	return {
		issueAsset: move('issue', 'single'),
		transferAsset: move('transfer', 'single'),
		transferBatches: move('transfer', 'single'),
		issueMultiAsset: move('issue', 'multi'),
		transferMultiAsset: move('transfer', 'multi'),
		transferMultiAssetBatches: move('transfer', 'multi'),
		burnAsset: burn('single'),
		burnMultiAsset: burn('multi'),
		reverseTransaction: (context, { transactionId, reference, metadata, ...input }) =>
			moveOne(
				movementService,
				{ context, input },
				{ kind: 'reversal', transactionId, reference, metadata },
			),
		issueAssets: issueMany('single'),
		issueMultiAssets: issueMany('multi'),
		transferAssets: (context, { items, ...input }) =>
			moveMany<'TrackerBatchTransferBulkResponse'>(
				{ ...parts, movementService },
				{ context, input, kind: 'transfer', of: 'single', items },
				(at) => ({
					batchTransferBulkRequest: { ...shownItem(at.item), ...shownBatches(at.item) },
					transferResult: at.result,
				}),
			),
	};
}

function entitiesOf({ ownedId, ownedid, senderownedid }: ProductInput) {
	return { takingEntityId: ownedId ?? ownedid, givingEntityId: senderownedid };
}

/** Waits for entities that were made just now; missing ones are refused later. */
function awaitEntities(parts: MovingParts, asked: readonly (RequestedMovement | Refusal)[]) {
	const ids = asked.flatMap((each) =>
		each instanceof Refusal ? [] : [each.takingEntityId, each.givingEntityId],
	);
	return confirmedEntities(parts, ids);
}

interface RequestCall {
	readonly context: RequestContext;
	readonly input: ProductInput;
}

function requestOf({ context, input }: RequestCall, content: readonly unknown[]) {
	const { productId, 'idempotency-key': key } = input;
	const { organisationId } = context.caller;
	return { requester: { caller: party(context), organisationId, productId }, key, content };
}

async function moveOne(
	movementService: MovementService,
	call: RequestCall,
	asked: MovementRequestItem,
): Promise<readonly Model<'AssetTransaction'>[]> {
	const answer = await movementService.move({
		...requestOf(call, contentOf(call.input.productId, asked)),
		asked: [asked],
		answer: ([outcome]): Answer => {
			if (outcome === undefined) throw new Error('a movement has no outcome');
			if (outcome instanceof Refusal) return { refusal: outcome };
			return { value: [wireMoved(outcome)] };
		},
	});
	return answer as readonly Model<'AssetTransaction'>[];
}

/**
 * Content by which two requests under one key are compared. Stored hashes depend on it, so its
 * form must not change: what came later stands in it only where it was given.
 */
function contentOf(productId: string, asked: MovementRequestItem): readonly unknown[] {
	const columns = purposeColumns(asked);
	const isToldWhy = columns.reference !== null || columns.metadata !== null;
	const purpose = isToldWhy ? [columns] : [];
	if (asked.kind === 'reversal') return ['reversal', productId, asked.transactionId, ...purpose];
	if (asked.kind === 'burn') {
		const { assetId, amount, reason, batchIds, givingEntityId } = asked;
		const from = { batchIds, givingEntityId };
		return ['burn', productId, assetId, amount, reason, from, ...purpose];
	}
	const { kind, assetId, recipientEmail, amount, batchIds } = asked;
	const entities = [asked.takingEntityId, asked.givingEntityId];
	return [
		...[kind, productId, assetId, recipientEmail, amount],
		...(entities.some((id) => id !== undefined) ? [entities] : []),
		...(batchIds === undefined ? [] : [{ batchIds }]),
		...purpose,
	];
}

/** Kind of all movements of one request. */
interface BulkKind {
	readonly kind: 'issue' | 'transfer';
	readonly of: AssetKind;
}

type Result = Model<'TrackerAssetIssueResponse'>['issueResult'];

async function moveMany<
	Name extends 'TrackerAssetIssueResponse' | 'TrackerBatchTransferBulkResponse',
>(
	parts: MovingParts & { readonly movementService: MovementService },
	call: RequestCall & BulkKind & { readonly items: readonly Values[] },
	shown: (at: { readonly item: Values; readonly result: Result }) => Model<Name>,
): Promise<readonly Model<Name>[]> {
	const { kind, of, items, input } = call;
	const { takingEntityId, givingEntityId } = entitiesOf(input);
	const entities = { ...(takingEntityId !== undefined && { takingEntityId }), givingEntityId };
	const asked = items.map((item) => checkedItem({ kind, of }, item, entities));
	await awaitEntities(parts, asked);
	const contentKind = of === 'single' ? `${kind} many` : `${kind} many ${of}`;
	const answer = await parts.movementService.move({
		...requestOf(call, [contentKind, input.productId, items, entities]),
		asked,
		answer: (outcomes) => ({
			value: outcomes.map((outcome, at) =>
				shown({ item: items[at] ?? {}, result: resultOf(outcome) }),
			),
		}),
	});
	return answer as readonly Model<Name>[];
}

function checkedItem(
	{ kind, of }: BulkKind,
	item: Values,
	entities: Pick<RequestedMovement, 'takingEntityId' | 'givingEntityId'>,
): RequestedMovement | Refusal {
	try {
		if (kind === 'transfer') return { kind, of, ...checks.transfer(item), ...entities };
		const { ownedId: takingEntityId, ...asked } = checks.issue(item);
		return { kind, of, ...asked, takingEntityId };
	} catch (fault) {
		if (fault instanceof Refusal) return fault;
		throw fault;
	}
}

function resultOf(outcome: MovementOutcome): Result {
	if (!(outcome instanceof Refusal)) {
		const { id, batchId, reference, metadata } = wireMoved(outcome);
		const transaction = {
			id,
			...(batchId !== undefined && { batchId }),
			...(reference !== undefined && { reference }),
			...(metadata !== undefined && { metadata }),
		};
		return { statusCode: 200, transaction };
	}
	const { status: statusCode, code: errorCode, message, args } = outcome;
	return { statusCode, error: { errorCode, message, arguments: args.map(String) } };
}

/** The fields of an item that are valid, to show in its result. */
function shownItem({ assetId, recipientEmail, amount }: Values) {
	return {
		...(typeof assetId === 'string' && { assetId }),
		...(typeof recipientEmail === 'string' && { recipientEmail }),
		...(Number.isSafeInteger(amount) && { amount: Number(amount) }),
	};
}

function shownBatches({ batchIds }: Values) {
	const isList = Array.isArray(batchIds) && batchIds.every((id) => typeof id === 'string');
	return isList ? { batchIds: batchIds as readonly string[] } : {};
}
