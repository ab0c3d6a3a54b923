import { allCalls } from '@cutaway/contract'
import { isFileReply } from '@cutaway/contract/endpoint.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { lightContract } from './light-contract.ts'

const rooms = join(import.meta.dirname, '../../contract/src/rooms')

/** All rooms in the form that the browser gets. */
async function bundled(): Promise<string> {
  const files = readdirSync(rooms, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const lines = files.map((file, i) => `import * as room${i} from ${JSON.stringify(join(rooms, file))}`)
  const entry = `${lines.join('\n')}\nexport default [${files.map((_, i) => `room${i}`).join(', ')}]`
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      lightContract(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'virtual:rooms' ? id : null),
        load: (id) => (id === 'virtual:rooms' ? entry : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'virtual:rooms', preserveEntrySignatures: 'strict' },
    },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error('the build has no output')
  return output.output[0].code
}

test('the browser has the method and path of every call and knows file replies', async () => {
  const code = await bundled()
  expect(readFileSync(join(rooms, 'sessions.ts'), 'utf8')).toContain('z.object')
  for (const { endpoint } of allCalls()) {
    const reply = isFileReply(endpoint.reply) ? '{ file: true }' : '{}'
    const address = `method: "${endpoint.method}",path: "${endpoint.path}",reply: ${reply}`
    expect(code.replaceAll(/\s*\n\s*/g, '')).toContain(address)
  }
})
