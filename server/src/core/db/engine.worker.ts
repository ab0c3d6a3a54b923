import { PGlite, types } from '@electric-sql/pglite'
import { openAsBlob } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerAsk, WorkerMessage, WorkerStart } from './engine.embedded.ts'

/** The thread of the embedded database. It receives one statement at a time and responds in order. */

const { folder, image, wasm } = workerData as WorkerStart
const port = parentPort!
const answer = (message: WorkerMessage) => port.postMessage(message)

const database = await PGlite.create({
  pgliteWasmModule: wasm,
  ...(folder ? { dataDir: folder } : {}),
  ...(image ? { loadDataDir: await openAsBlob(image) } : {}),
  parsers: { [types.INT8]: Number, [types.DATE]: (text: string) => text },
})
answer({ ready: true })

async function perform(ask: WorkerAsk): Promise<WorkerMessage> {
  switch (ask.do) {
    case 'query': {
      const result = await database.query<Record<string, unknown>>(ask.sql, [...ask.parameters])
      return { id: ask.id, rows: result.rows, affected: result.affectedRows ?? result.rows.length }
    }
    case 'script':
      await database.exec(ask.sql)
      return { id: ask.id, rows: [], affected: 0 }
    case 'listen':
      await database.listen(ask.channel, (payload) => answer({ channel: ask.channel, notice: payload }))
      return { id: ask.id, rows: [], affected: 0 }
    case 'image':
      return { id: ask.id, image: await database.dumpDataDir('none') }
    case 'close':
      await database.close()
      return { id: ask.id, rows: [], affected: 0 }
  }
}

port.on('message', async (ask: WorkerAsk) => {
  try {
    answer(await perform(ask))
  } catch (error) {
    const { message, code, constraint } = error as Error & { code?: string; constraint?: string }
    answer({ id: ask.id, error: { message, ...(code ? { code } : {}), ...(constraint ? { constraint } : {}) } })
  }
})
