import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, openSync, closeSync, readFileSync, rmSync, writeFileSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NumbersAccount } from '../../numbers/numbers.ts'
import type { PaymentAccount } from '../accounts.ts'
import { standInAccounts, standInNumbers } from './stand-in.ts'

/**
 * Joins the gateway of a data folder: adopts a living one, else starts a process. The folder holds its address, process
 * id and certificate (`running.json`), its key (`key`) and its ledger (`ledger.jsonl`).
 */

export interface Joined {
  address: string
  accounts: PaymentAccount[]
  /** The account that buys telephone numbers. */
  numbers: NumbersAccount
  /** Tells the gateway where the portal serves. */
  attach(portal: string): Promise<void>
  /** Stops the signs of life. The gateway outlives the portal for a minute, so that the next one finds it. */
  leave(): void
}

export interface JoinOptions {
  /** The folder of the gateway's own files. */
  folder: string
  /** The port that was asked for; undefined: `preferred`, or a free one if that is taken. */
  port: number | undefined
  preferred: number
  /** Reports that the gateway does not answer and could not be started again. */
  warn?: (error: unknown) => void
  /** Milliseconds between two signs of life (tests). */
  beat?: number
}

/** The port that was asked for belongs to another program. */
export class PortTaken extends Error {
  constructor(port: number) {
    super(`Port ${port} (GATEWAY_PORT) is taken by another program.`)
    this.name = 'PortTaken'
  }
}

export interface RunningFile {
  address: string
  pid: number
  certificate: string
}

const patience = 15_000

/** Joins the gateway, and tells it from then on that a portal is there. Throws PortTaken. */
export async function joinGateway({
  folder,
  port,
  preferred,
  warn = () => undefined,
  beat = 15_000,
}: JoinOptions): Promise<Joined> {
  mkdirSync(folder, { recursive: true })
  const key = keyIn(folder)
  const running = (await living(folder)) ?? (await launched(folder, await portFor(port, preferred)))
  const { address } = running
  const accounts = standInAccounts(address, key, running.certificate)
  let portal: string | undefined

  /** Starts the gateway again where the accounts expect it, if it has ended. */
  async function revive() {
    const next = (await living(folder)) ?? (await launched(folder, Number(new URL(address).port)))
    if (next.address !== address) throw new Error(`The gateway for test money moved to ${next.address}`)
    // Each process makes a certificate of its own.
    for (const { standIn } of accounts) if (standIn) standIn.certificate = next.certificate
  }
  const tell = () => sign(address, portal)
  let isBeating = false
  async function beatOnce() {
    if (isBeating) return
    isBeating = true
    try {
      await tell().catch(async () => {
        await revive()
        await tell()
      })
    } catch (error) {
      warn(error)
    } finally {
      isBeating = false
    }
  }
  await beatOnce()
  const timer = setInterval(() => void beatOnce(), beat).unref()
  return {
    address,
    accounts,
    numbers: standInNumbers(address, key),
    attach(at) {
      portal = at
      return beatOnce()
    },
    leave: () => clearInterval(timer),
  }
}

/** Tells the gateway that a portal is there and, once it serves, where. */
async function sign(address: string, portal: string | undefined): Promise<void> {
  const response = await fetch(`${address}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(portal === undefined ? { alive: true } : { portal }),
    signal: AbortSignal.timeout(5_000),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`The gateway for test money answered ${response.status}`)
}

/** Returns the key of the folder's gateway, made at its first start. */
function keyIn(folder: string): string {
  const path = join(folder, 'key')
  try {
    writeFileSync(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8')
}

const runningPath = (folder: string) => join(folder, 'running.json')

/** Returns the gateway that runs on a folder; undefined without one. */
async function living(folder: string): Promise<RunningFile | undefined> {
  let running: RunningFile
  try {
    running = JSON.parse(readFileSync(runningPath(folder), 'utf8')) as RunningFile
    const response = await fetch(`${running.address}/health`, { signal: AbortSignal.timeout(10_000) })
    const { pid } = (await response.json()) as { pid?: number }
    // Another program may have the port by now.
    return pid === running.pid ? running : undefined
  } catch {
    return undefined
  }
}

/** Starts the process and waits until it answers. */
async function launched(folder: string, port: number): Promise<RunningFile> {
  const output = openSync(join(folder, 'gateway.log'), 'a', 0o600)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'process.ts'), folder, String(port)], {
    // It outlives a portal that is killed, so that the ledger's process is never in doubt.
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' },
  })
  closeSync(output)
  child.unref()
  let ended = false
  child.once('exit', () => (ended = true))
  child.once('error', () => (ended = true))
  const until = Date.now() + patience
  for (;;) {
    const running = await living(folder)
    // A second portal that started at the same moment may have been faster; its gateway is as good.
    if (running) return running
    if (ended || Date.now() > until)
      throw new Error(`The gateway for test money could not start. See ${join(folder, 'gateway.log')}`)
    await sleep(50)
  }
}

/** Returns the port to start on. Throws PortTaken. */
async function portFor(asked: number | undefined, preferred: number): Promise<number> {
  if (asked === undefined) return freePort(preferred)
  if (asked > 0 && (await freePort(asked)) === 0) throw new PortTaken(asked)
  return asked
}

/** Returns the preferred port if it is free, else 0: any free one. */
const freePort = (preferred: number): Promise<number> =>
  new Promise((resolve) => {
    if (preferred <= 0 || preferred > 65_535) return resolve(0)
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(preferred, '127.0.0.1', () => probe.close(() => resolve(preferred)))
  })

/** Says in the folder where the gateway is. The file is whole or absent. */
export function writeRunning(folder: string, running: RunningFile): void {
  const draft = `${runningPath(folder)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(running), { mode: 0o600 })
  renameSync(draft, runningPath(folder))
}

/** Removes what `writeRunning` wrote, if it is of this process. */
export function removeRunning(folder: string): void {
  try {
    const { pid } = JSON.parse(readFileSync(runningPath(folder), 'utf8')) as RunningFile
    if (pid === process.pid) rmSync(runningPath(folder))
  } catch {
    // Another process has replaced it, or it is gone.
  }
}
