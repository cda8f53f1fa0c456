/**
 * Gives n8n's core a user folder of its own. It reads the variable when it is first imported, so
 * this file is imported before it; the test that imports it removes the folder.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const n8nFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-n8n-'));

process.env.N8N_USER_FOLDER = n8nFolder;
// n8n prints every error a node raises; the tests raise many on purpose.
process.env.N8N_LOG_LEVEL = 'silent';
