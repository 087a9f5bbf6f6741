/**
 * Imported first by every module here that uses n8n-core: the engine reads these variables while it is being loaded,
 * and its decorators need reflect-metadata.
 */
import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where n8n-core keeps its settings file; without it the file would land in the user's home folder. */
export const userFolder = mkdtempSync(path.join(tmpdir(), 'n8n-engine-'));

process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'engine-tests';
// Nothing is printed; loadPackage() collects what would have been.
process.env.N8N_LOG_LEVEL = 'silent';
