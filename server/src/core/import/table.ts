import { Worker } from 'node:worker_threads'
import { readCsv } from './csv.ts'
import { isZip, type Table, TableRefused, type TableRefusal } from './shape.ts'

/** Reads the table of an uploaded CSV or Excel file, in a thread of its own: a large file takes seconds. */

const readInPlace = 64 * 1024
const patienceMilliseconds = 90_000

export type TableMessage = { table: Table } | { refused: TableRefusal; row: number | undefined } | { failed: string }

/** Returns the table of a file. Throws TableRefused if it is not readable or too large. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  // Starting a thread takes longer than reading a short text.
  if (!isZip(bytes) && bytes.length <= readInPlace) return readCsv(bytes)
  return readInThread(bytes)
}

function readInThread(bytes: Uint8Array): Promise<Table> {
  return new Promise((resolve, reject) => {
    // A file that needs more memory than any honest one ends the thread, not the node.
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    })
    worker.unref()
    const timer = setTimeout(
      () => settle(() => reject(new TableRefused('import_file_too_large'))),
      patienceMilliseconds,
    )
    const settle = (how: () => void) => {
      clearTimeout(timer)
      worker.removeAllListeners()
      void worker.terminate()
      how()
    }
    worker.on('message', (message: TableMessage) =>
      settle(() => {
        if ('table' in message) resolve(message.table)
        else if ('refused' in message) reject(new TableRefused(message.refused, message.row))
        else reject(new Error(message.failed))
      }),
    )
    worker.on('error', (error: Error & { code?: string }) =>
      settle(() =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TableRefused('import_file_too_large') : error),
      ),
    )
    worker.on('exit', (code) => settle(() => reject(new Error(`the thread ended with ${code}`))))
  })
}
