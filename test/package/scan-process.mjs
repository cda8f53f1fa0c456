// Runs n8n's own check for community packages on a folder, offline, and prints its verdict as
// JSON. It is a process of its own because the check is an ES module.
import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder, ...patterns] = process.argv.slice(2);
const verdict = await analyzePackage(folder, patterns);
process.stdout.write(JSON.stringify(verdict));
