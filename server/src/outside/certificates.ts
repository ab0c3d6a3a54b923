import type { CheckProblem } from '@cutaway/contract/rooms/sites/health.ts'
import { connect } from 'node:tls'

/** Reads the TLS certificates of hosts. */
export interface Certificates {
  /** Returns the end of the certificate that browsers get from a host, and why they refuse it; null: they accept it. */
  read(host: string): Promise<{ validTo: Date | null; problem: CheckProblem | null }>
}

const timeout = 5000

/** `authority` is a certificate authority that is trusted besides those of the machine, in PEM. */
export function tlsCertificates({ port = 443, address, authority }: TlsOptions = {}): Certificates {
  return {
    read: (host) =>
      new Promise((resolve) => {
        const unreachable = { validTo: null, problem: 'unreachable' as const }
        const socket = connect(
          {
            host: address ?? host,
            port,
            servername: host,
            // Also the end of a certificate that browsers refuse is worth knowing.
            rejectUnauthorized: false,
            ...(authority === undefined ? {} : { ca: authority }),
          },
          () => {
            const validTo = new Date(socket.getPeerCertificate().valid_to)
            const { authorized, authorizationError } = socket
            socket.destroy()
            const isExpired = String(authorizationError).includes('CERT_HAS_EXPIRED')
            resolve({ validTo, problem: authorized ? null : isExpired ? 'expired' : 'not_trusted' })
          },
        )
        socket.setTimeout(timeout, () => socket.destroy())
        socket.on('error', () => resolve(unreachable))
        socket.on('close', () => resolve(unreachable))
      }),
  }
}

interface TlsOptions {
  port?: number
  /** Connects there instead of to the host's own address. */
  address?: string
  authority?: string
}
