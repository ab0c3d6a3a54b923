import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './csv.ts'
import { isZip, TableRefused } from './shape.ts'
import type { TableMessage } from './table.ts'
import { readXlsx } from './xlsx.ts'

/** The thread that reads a file. */

const answer = (message: TableMessage) => parentPort!.postMessage(message)
const bytes = workerData as Uint8Array

try {
  answer({ table: isZip(bytes) ? await readXlsx(bytes) : readCsv(bytes) })
} catch (error) {
  if (error instanceof TableRefused) answer({ refused: error.key, row: error.row })
  else answer({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
