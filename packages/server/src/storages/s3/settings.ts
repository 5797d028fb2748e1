/** Where a bucket is, beside what the address says. What is absent is found as every AWS program finds it. */
export interface S3Settings {
  endpoint?: string | undefined
  region?: string | undefined
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
  /** The bucket stands in the path instead of the host name; true when absent and there is an endpoint. */
  pathStyle?: boolean | undefined
  /** Address under which everybody reads what lies below the prefix. */
  publicUrl?: string | undefined
  /** Images are fetched from the bucket, by addresses that are good for so long. */
  signedUrlSeconds?: number | undefined
  /** All certificate authorities to trust, in PEM; the usual ones when absent. */
  ca?: readonly string[] | undefined
}

export interface S3Address {
  bucket: string
  /** Without slashes at its ends; may be empty. */
  prefix: string
}
