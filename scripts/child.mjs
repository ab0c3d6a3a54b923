// Runs other programs so that signals and exit codes pass through. Built-ins only, nothing newer than Node 20.
import { spawn } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** A signal asked this process to stop while it ran a program in the background of its own work. */
export class Stopped extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`)
    this.signal = signal
  }
}

/**
 * Runs a program to its end and answers { code, signal, stoppedBy, output }. A signal that reaches this process goes on
 * to the program and is told as `stoppedBy`; this process stays until the program has ended, so no orphan is left.
 * `quiet` collects what the program prints into `output` instead of showing it; a signal then rejects with Stopped,
 * because what came next cannot go on. Rejects too when the program cannot be started.
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
      // A terminal's Ctrl-C reaches every process of the group by itself, and npm passes on what reached us already.
      // Sent twice it would read as "at once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      if (Date.now() - forwarded < 1000) return
      forwarded = Date.now()
      child.kill(signal)
    }
    for (const signal of signals) process.on(signal, forward)
    // npm that is told to stop ends its shell but not what runs in it: losing the parent is then the only sign.
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
  // A signal that does not end a process leaves the habit of shells: 128 and its number.
  setTimeout(() => process.exit(143), 1000)
}
