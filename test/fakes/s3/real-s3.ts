import { describeS3 } from '#test/conformance/storage-s3.ts'

const { S3_URL: url = '', S3_BUCKET: bucket = '', S3_ACCESS_KEY_ID: accessKeyId = '' } = process.env

describeS3('of a real server', async () => ({
  url,
  bucket,
  accessKeyId,
  secretAccessKey: process.env.S3_SECRET_ACCESS_KEY ?? '',
}))
