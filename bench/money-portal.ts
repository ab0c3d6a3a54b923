import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { readConfig } from '../server/src/core/config.ts'
import { makeLog } from '../server/src/core/observability/log.ts'
import { joinGateway } from '../server/src/outside/payments/gateway/launch.ts'
import { start } from '../server/src/start.ts'
import { easyCaptcha } from '../server/src/testing/captcha.ts'

/** The portal of the benchmark of money: as server/src/main.ts starts it, with captchas that are solved in milliseconds. */

const config = readConfig(process.env)
const log = makeLog({ logLevel: process.env['LOG_LEVEL'] ?? 'fatal' })
const gateway = await joinGateway({ folder: resolve(config.dataDir, 'gateway'), port: undefined, preferred: 0 })
const running = await start(config, log, { standInAccounts: gateway.accounts, captchaDifficulty: easyCaptcha })
await running.app.listen({ port: config.port, host: '127.0.0.1' })
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
const { port } = running.app.server.address() as AddressInfo
await gateway.attach(`http://127.0.0.1:${port}`)
process.stdout.write(`Cutaway serves http://localhost:${port}, payments at ${gateway.address}\n`)
