import type { INodeParameters } from 'n8n-workflow';
import { HTTP_REQUEST } from './engineNodeTypes';
import { useFreshService } from './freshService';
import { runNode, type RunOptions } from './runWorkflow';
import type { NodeSettings } from './workflow';

/** A fresh service for every test of a file, asked with n8n's HTTP Request node and the credential. */
export function useHttpRequests() {
	const fresh = useFreshService();

	/** Sends one request per item. */
	function request(
		path: string,
		{ method = 'GET', ...others }: INodeParameters = {},
		options: NodeSettings & RunOptions = {},
	) {
		const parameters = { ...requestTo(path), method, ...others };
		return runNode(HTTP_REQUEST, parameters, { credential: fresh.credential, ...options });
	}

	function requestTo(path: string): INodeParameters {
		return { url: `=${fresh.service.url}${path}`, nodeCredentialType: 'reservationServiceApi' };
	}

	return { fresh, request, requestTo };
}
