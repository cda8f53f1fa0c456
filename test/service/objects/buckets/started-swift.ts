/** OpenStack Swift with two buckets on it: a real S3 server, which checks signatures for itself. */
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { swiftKeyId, swiftSecret, SwiftServer } from '../../../support/servers/swift-server';
import type { RunningS3 } from './s3-conformance';

export async function startSwift(): Promise<RunningS3> {
	const server = await SwiftServer.start();
	const { endpoint } = server;
	const credentials = { accessKeyId: swiftKeyId, secretAccessKey: swiftSecret };
	const client = new S3Client({
		endpoint,
		region: 'us-east-1',
		forcePathStyle: true,
		credentials,
	});
	try {
		for (const name of ['one', 'two']) {
			await client.send(new CreateBucketCommand({ Bucket: name }));
		}
	} catch (cause) {
		const log = server.log();
		await server.stop();
		throw new Error(`Swift made no bucket; it said:\n${log}`, { cause });
	} finally {
		client.destroy();
	}
	return {
		settings: { kind: 's3', endpoint, region: 'us-east-1', prefix: '', ...credentials },
		stop: () => server.stop(),
	};
}
