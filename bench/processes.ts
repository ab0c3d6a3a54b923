import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Starts the two servers under comparison, each in its own process. */

export interface ServerProcess {
  /** 'http://localhost:port'. */
  address: string
  pid: number
  /** Seconds of processor time so far, over all threads; undefined where the system does not report it. */
  cpuSeconds(): number | undefined
  /** Megabytes of memory in use; undefined where the system does not report it. */
  megabytes(): number | undefined
  stop(): Promise<void>
  /** Ends it at once, as a crash does (SIGKILL). */
  kill(): Promise<void>
  /** What it printed so far. */
  output(): string
}

/** Starts a TypeScript file and waits until it prints its port. */
export async function startProcess(file: string, env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...profiling(file), join(import.meta.dirname, file)], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let said = ''
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /serves http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`${file} ended before it served a request`)))
  })
  return {
    address: `http://localhost:${port}`,
    pid: child.pid!,
    cpuSeconds: () => cpuSeconds(child.pid!),
    megabytes: () => megabytes(child.pid!),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    output: () => said,
  }
}

/** With BENCH_PROFILE=folder the portal writes a CPU profile there when it stops. */
function profiling(file: string): string[] {
  const folder = process.env['BENCH_PROFILE']
  return folder && !file.includes('floor') ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

/** Reads fields 14 and 15 of /proc/<pid>/stat, in ticks of a hundredth of a second. */
function cpuSeconds(pid: number): number | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}

/** Reads VmRSS of /proc/<pid>/status, in kibibytes. */
function megabytes(pid: number): number | undefined {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1e6
  } catch {
    return undefined
  }
}
