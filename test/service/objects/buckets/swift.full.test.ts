/**
 * S3 buckets against a real S3 server, OpenStack Swift, which checks signatures for itself.
 */
import { describeS3 } from './s3-conformance';
import { startSwift } from './started-swift';

describe('on OpenStack Swift', () => describeS3(startSwift));
