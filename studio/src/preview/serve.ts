import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { filmOrder } from '../render/film-order.ts'
import { readSource } from '../source.ts'

/** The live rig of a part in a browser. A change of the rig or the YAML shows after a reload, which happens by itself. */

const studio = join(import.meta.dirname, '../..')

/** Answers the part's sources as JSON, read anew at each request, so that a fault of the YAML shows in the page. */
function sources(id: string): Plugin {
  return {
    name: 'cutaway-part',
    configureServer(server) {
      const { folder } = readSource(id)
      server.watcher.add(folder)
      server.watcher.on('change', (path) => {
        if (path.startsWith(folder)) server.ws.send({ type: 'full-reload' })
      })
      server.middlewares.use('/part.json', (_request, response) => {
        response.setHeader('content-type', 'application/json')
        try {
          const source = readSource(id)
          const { part, scene } = source
          response.end(
            JSON.stringify({
              id,
              scene,
              texts: Object.fromEntries(source.texts),
              steps: part.interactive_film?.steps ?? [],
              narrated: part.film && scene.film ? filmOrder(source, 'narrated') : null,
              interactive: part.interactive_film && scene.interactive_film ? filmOrder(source, 'interactive') : null,
            }),
          )
        } catch (error) {
          response.statusCode = 422
          response.end(JSON.stringify({ fault: error instanceof Error ? error.message : String(error) }))
        }
      })
    },
  }
}

export async function preview(id: string | undefined): Promise<void> {
  if (!id) throw new Error('Which part? npm run studio -- preview PART')
  const server = await createServer({
    root: studio,
    configFile: false,
    logLevel: 'warn',
    plugins: [sources(id)],
    server: { host: '127.0.0.1', port: 4100 },
  })
  await server.listen()
  console.log(`${id}: ${server.resolvedUrls?.local[0]}preview.html`)
}
