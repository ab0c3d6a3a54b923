import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makePayments } from '../providers.ts'
import { chargeOf, enterCard, lookup, never, type TestMoney } from '../testing.ts'
import { joinGateway, PortTaken, type Joined, type RunningFile } from './launch.ts'

/** The gateway is a process beside the portal. It is killed while it charges; its ledger is whole all the same. */

test('a killed gateway has every charge that it answered for, and the next one goes on with its ledger', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-gateway-process-'))
  const all: Joined[] = []
  const joined = async () => {
    const one = await joinGateway({ folder, port: undefined, preferred: 0 })
    all.push(one)
    return one
  }
  const pidIn = async () => (JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')) as RunningFile).pid
  const pids = new Set<number>()
  try {
    const first = await joined()
    pids.add(await pidIn())
    // A portal that comes second adopts it.
    expect((await joined()).address).toBe(first.address)

    const payments = makePayments(first.accounts, { pause: 0 })
    const provider = payments.provider('eway')
    const person = { payments, gateway: { address: first.address } } as TestMoney
    const tokens = await Promise.all(Array.from({ length: 12 }, () => enterCard(person, 'eway', '4444333322221111')))
    const asks = tokens.map((paymentToken) => chargeOf('eway', { kind: 'fresh', paymentToken, cardName: 'Dana Reyes' }))
    let answered = 0
    const verdicts = await Promise.all(
      asks.map(async (ask) => {
        const verdict = await provider.charge({ ...ask, handle: null }, never)
        answered += 1
        if (answered === 4) process.kill(await pidIn(), 'SIGKILL')
        return verdict
      }),
    )

    const second = await joined()
    pids.add(await pidIn())
    expect(pids.size).toBe(2)
    const lines = (await readFile(join(folder, 'ledger.jsonl'), 'utf8')).trimEnd().split('\n')
    const charged = lines
      .map((line) => JSON.parse(line) as { kind: string; reference: string })
      .filter(({ kind }) => kind === 'charge')
    const finder = makePayments(second.accounts, { pause: 0 }).provider('eway')
    for (const [index, ask] of asks.entries()) {
      const found = await finder.find(lookup(ask.reference), never)
      const times = charged.filter(({ reference }) => reference === ask.reference).length
      // What was answered is in the ledger once; what was not is there once or not at all, and the look-up knows which.
      if (verdicts[index]!.outcome === 'paid') expect(times).toBe(1)
      expect(found.outcome).toBe(times === 1 ? 'paid' : 'none')
    }
  } finally {
    for (const one of all) one.leave()
    for (const pid of pids)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Killed before.
      }
    await rm(folder, { recursive: true, force: true })
  }
})

test('a gateway that has ended is started again where the portal expects it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-gateway-process-'))
  const running = async () => JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')) as RunningFile
  const pids = new Set<number>()
  const joined = await joinGateway({ folder, port: undefined, preferred: 0, beat: 100 })
  try {
    const first = await running()
    pids.add(first.pid)
    process.kill(first.pid, 'SIGKILL')
    const second = await vi.waitFor(
      async () => {
        const next = await running()
        expect(next.pid).not.toBe(first.pid)
        expect(joined.accounts[0]!.standIn!.certificate).toBe(next.certificate)
        return next
      },
      { timeout: 60_000, interval: 50 },
    )
    pids.add(second.pid)
    expect(second.address).toBe(first.address)
  } finally {
    joined.leave()
    for (const pid of pids)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Killed before.
      }
    await rm(folder, { recursive: true, force: true })
  }
})

test('a port that was asked for and is taken is reported as such', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-gateway-process-'))
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  try {
    const { port } = other.address() as AddressInfo
    await expect(joinGateway({ folder, port, preferred: 0 })).rejects.toThrow(PortTaken)
  } finally {
    other.close()
    await rm(folder, { recursive: true, force: true })
  }
})
