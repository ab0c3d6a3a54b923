// Runs other programs and passes signals and exit codes through. Uses built-ins of Node 20 only.
import { spawn } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Thrown when a signal stops this process while it runs a background program. */
export class Stopped extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`)
    this.signal = signal
  }
}

/**
 * Runs a program to its end and returns { code, signal, stoppedBy, output }. A signal to this process is forwarded to
 * the program and returned as `stoppedBy`. This process waits until the program has ended, so that no orphan is left.
 * With `quiet`, the program's output is collected in `output` instead of being shown; a signal then rejects with
 * Stopped, because the next step cannot run. Also rejects if the program cannot be started.
 */
export function run(command, args, { quiet = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit', ...options })
    let output = ''
    let stoppedBy
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    let forwarded = 0
    const forward = (signal) => {
      stoppedBy ??= signal
      // A terminal sends Ctrl-C to every process of the group, and npm also forwards the signal that reached us. A
      // second signal would mean an immediate exit.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      if (Date.now() - forwarded < 1000) return
      forwarded = Date.now()
      child.kill(signal)
    }
    for (const signal of signals) process.on(signal, forward)
    // When npm is stopped, it ends its shell but not the program in it. The loss of the parent is then the only sign.
    const parent = process.ppid
    const watch = process.env.npm_lifecycle_event
      ? setInterval(() => {
          if (process.ppid === parent) return
          clearInterval(watch)
          forward('SIGTERM')
        }, 500)
      : undefined
    const release = () => {
      clearInterval(watch)
      for (const signal of signals) process.off(signal, forward)
    }
    child.on('error', (error) => {
      release()
      reject(error)
    })
    child.on('close', (code, signal) => {
      release()
      if (quiet && stoppedBy) reject(new Stopped(stoppedBy))
      else resolve({ code, signal, stoppedBy, output })
    })
  })
}

/** Ends this process as the program ended: by the same signal, or with the same exit code. */
export function endAs({ code, signal }) {
  if (!signal) process.exit(code ?? 1)
  process.kill(process.pid, signal)
  // A signal that does not end this process is reported as shells do: exit code 128 plus the signal's number.
  setTimeout(() => process.exit(143), 1000)
}
