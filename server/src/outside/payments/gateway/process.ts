import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FolderLocked, lockFolder } from '../../../core/db/lock.ts'
import { startGateway } from './gateway.ts'
import { removeRunning, writeRunning } from './launch.ts'

/** The gateway as a process: `node process.ts <folder> <port>`. It ends a minute after the last sign of a portal. */

const [folder = '', port = '0'] = process.argv.slice(2)

try {
  // Two processes that append to one ledger would not know each other's charges.
  const unlock = await lockFolder(folder)
  const gateway = await startGateway({ folder, key: readFileSync(join(folder, 'key'), 'utf8'), port: Number(port) })
  writeRunning(folder, {
    address: gateway.address,
    pid: process.pid,
    certificate: gateway.accounts[0]!.standIn!.certificate,
  })
  const stop = async () => {
    clearInterval(timer)
    removeRunning(folder)
    await gateway.close()
    await unlock()
    process.exit(0)
  }
  const timer = setInterval(() => {
    // Without its folder it is of no use: the data of a trial or a test was deleted.
    if (Date.now() - gateway.heard().getTime() > 60_000 || !existsSync(folder)) void stop()
  }, 1_000)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())
} catch (error) {
  console.error(error instanceof FolderLocked ? error.message : error)
  process.exit(1)
}
