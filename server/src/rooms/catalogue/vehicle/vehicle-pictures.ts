import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { basename, dirname } from 'node:path'
import { notFound } from '../../../core/http/errors.ts'
import { addRoute } from '../../../core/plain-routes.ts'
import type { Services } from '../../../core/services.ts'
import type { Vehicle } from './vehicles.ts'

/**
 * Serves the pictures of the 360° view under /vehicles/<id>/<version>/<file>. They are public, like posters. Only files
 * that the view shows have a URL. The version changes with them, so browsers cache them immutably.
 */
export function registerVehiclePictures(app: FastifyInstance, { library }: Pick<Services, 'library'>): void {
  let { vehicles } = library
  let pictures = picturesOf(vehicles)
  addRoute(app, routes.vehiclePicture, (request, reply) => {
    const { vehicle, version, file: name } = request.params as Record<'vehicle' | 'version' | 'file', string>
    if (vehicles !== library.vehicles) {
      vehicles = library.vehicles
      pictures = picturesOf(vehicles)
    }
    const { of, file } = pictures.get(`${vehicle}/${name}`) ?? notFound()
    reply.header('cross-origin-resource-policy', 'same-origin')
    // An outdated URL still works after new pictures, but is not cached.
    const keep = version === of.version ? 'private, max-age=31536000, immutable' : 'private, no-cache'
    reply.header('cache-control', keep)
    return reply.sendFile(basename(file), dirname(file), { cacheControl: false, index: false, dotfiles: 'deny' })
  })
}

const picturesOf = (vehicles: readonly Vehicle[]) =>
  new Map(
    vehicles.flatMap((of) =>
      [...of.images, ...Object.values(of.layouts)].map(({ file }) => [`${of.id}/${basename(file)}`, { of, file }]),
    ),
  )
