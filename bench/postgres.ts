import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { once } from 'node:events'
import { promisify } from 'node:util'

/**
 * A PostgreSQL server for one run of the benchmarks or of the tests, on a free port of this computer; deleted afterwards.
 */

export interface Postgres {
  url: string
  version: string
  stop(): Promise<void>
}

const run = promisify(execFile)

const newestBin = () =>
  [
    ...globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ].find((folder) => existsSync(join(folder, 'initdb')))

export const postgresIsInstalled = (): boolean => newestBin() !== undefined

/** Starts a server. Returns undefined where PostgreSQL is not installed. */
export async function temporaryPostgres(): Promise<Postgres | undefined> {
  const bin = newestBin()
  if (!bin) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-bench-pg-'))
  const owner = await notRoot()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const asOwner = (program: string, ...args: string[]) =>
    owner
      ? run(
          'setpriv',
          [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', join(bin, program), ...args],
          { cwd: folder },
        )
      : run(join(bin, program), args, { cwd: folder })

  const cluster = join(folder, 'cluster')
  const password = randomBytes(16).toString('hex')
  const port = await freePort()
  const stop = async () => {
    if (existsSync(join(cluster, 'postmaster.pid')))
      await asOwner('pg_ctl', 'stop', '-D', cluster, '-m', 'immediate', '-w')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const passwordFile = join(folder, 'password')
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if (owner) chownSync(passwordFile, owner.uid, owner.gid)
    await asOwner(
      'initdb',
      '-D',
      cluster,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--locale=C',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
    )
    // The data is disposable, so the server does not wait for the disk.
    const waits = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300', ...waits]
    const options = [`-p ${port}`, ...settings.map((s) => `-c ${s}`)].join(' ')
    await asOwner('pg_ctl', 'start', '-w', '-D', cluster, '-l', join(folder, 'log'), '-o', options)
    // As in production, the product's role is not a superuser.
    const psql = ['-q', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-v', 'ON_ERROR_STOP=1']
    const statements = [
      `create role cutaway login createdb createrole password '${password}'`,
      'create database cutaway owner cutaway',
    ]
    await run(join(bin, 'psql'), [...psql, 'postgres', ...statements.flatMap((s) => ['-c', s])], {
      env: { ...process.env, PGPASSWORD: password },
    })
    const { stdout } = await run(join(bin, 'postgres'), ['--version'])
    const version = /\d+(\.\d+)?/.exec(stdout)?.[0] ?? ''
    return { url: `postgres://cutaway:${password}@127.0.0.1:${port}/cutaway`, version: `PostgreSQL ${version}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The account that runs PostgreSQL, which refuses to run as root. */
async function notRoot(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const account = await run('id', ['-u', 'postgres']).then(
    () => 'postgres',
    () => 'nobody',
  )
  const idOf = async (flag: string) => Number((await run('id', [flag, account])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
